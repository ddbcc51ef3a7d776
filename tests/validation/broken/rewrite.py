"""`python -m tests.validation.broken.rewrite`: writes the findings of each fault anew, for whoever changed a rule.

What changed is for reading in the diff: each line is what somebody gets to know about a broken document.
"""

from __future__ import annotations

from tests.validation.broken.table import FOLDER, checked, faults, names, shown


def main() -> None:
    """Write every list."""
    for name in names():
        blocks = [
            "\n".join(
                (
                    *fault.remarks,
                    f"- {fault.before}".rstrip(),
                    f"+ {fault.after}".rstrip(),
                    *(f"  {each}" for each in shown(checked(name, fault.text(), "jsonschema_rs"))),
                )
            )
            for fault in faults(name)
        ]
        FOLDER.joinpath(f"{name}.txt").write_text("\n\n".join(blocks) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
