"""Makes the vectors of the version that `proto/baseline/v1.binpb` is an image of; `make baseline` runs it.

The image gives the messages, fields and values.  Which fields are required, and how native JSON and YAML are spelled,
comes from the code that is here, which at a release is of the same version.  They are made once: later versions read
these files, and nothing makes them anew.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.conformance.registry import KEPT, image
from tests.vectors.make import MANIFEST, Vector, canonical, manifest, written
from tests.vectors.samples import samples

HERE = Path(__file__).parent / "previous"
START = "previous: "
"""Of the name of each, which today's vectors have too."""


def files(data: bytes) -> dict[str, bytes]:
    """The files for an image, by name; the manifest is one of them, and has the digest of the image too."""
    found: dict[str, list[Vector]] = {}
    for name, message in samples(image(data)):
        package = message.DESCRIPTOR.file.package
        found.setdefault(f"{package}.json", []).append(canonical(START + name, message))
    texts = {name: written(cases) for name, cases in found.items()}
    return {**texts, MANIFEST: manifest({KEPT.name: data, **texts})}


def main() -> None:
    """Writes the files, and removes those of the version before it."""
    made = files(KEPT.read_bytes())
    HERE.mkdir(exist_ok=True)
    for path in HERE.glob("*.json"):
        path.unlink()
    for name, data in made.items():
        (HERE / name).write_bytes(data)
        sys.stdout.write(f"{HERE.name}/{name}: {len(data)} bytes\n")


if __name__ == "__main__":
    main()
