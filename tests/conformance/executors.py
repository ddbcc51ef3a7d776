"""The executors: one for each binding, and what each needs; and the same ones of the previous version."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.conformance.registry import KEPT

ROOT = Path(__file__).resolve().parents[2]
PREVIOUS = ROOT / "build" / "previous"
"""Where `make conformance` has the bindings of the image that is kept, and a copy of the executors beside them."""
HERE = Path("tests", "conformance")
RUNTIME = frozenset({"binary", "proto_json"})
MODEL = frozenset({"native", "yaml", "proto_json", "binary"})
# Where `make conformance` builds those that must be built.
BUILT = Path("build", "conformance")
_BEFORE = "previous_"
_OFFICIAL = ("generated/python/turnwire/v1/history_pb2.py",)
_PYTHON_PATH = (".", "tools", "python", "generated/python", "generated/betterproto")


@dataclass(frozen=True)
class Executor:
    """One program.  `model`: it is turnwire's own codec also for binary and ProtoJSON, not a runtime of protobuf."""

    name: str
    title: str
    command: tuple[str, ...]
    formats: frozenset[str] = RUNTIME
    model: bool = False
    programs: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    """What must be there beside the programs: what `make` built or installed."""
    variables: dict[str, str] = field(default_factory=dict)
    root: Path = ROOT
    """What the command, the files and the paths of Python are relative to."""
    image: Path | None = None
    """The image of its version, where that is not this one."""

    @property
    def binding(self) -> str:
        """The name of the binding, of whatever version."""
        return self.name.removeprefix(_BEFORE)

    def missing(self) -> str:
        """What is not there; empty where it can run."""
        for program in self.programs:
            if shutil.which(program) is None:
                return f"there is no {program} here"
        absent = [name for name in self.files if not (self.root / name).exists()]
        return f"there is no {(self.root / absent[0]).relative_to(ROOT)} here" if absent else ""

    def environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(str(self.root / each) for each in _PYTHON_PATH),
            **self.variables,
        }


def _python(module: str) -> tuple[str, ...]:
    return (sys.executable, "-m", f"tests.conformance.python.{module}")


EXECUTORS = (
    Executor("python_official", "Python, google's runtime (upb)", _python("official"), files=_OFFICIAL),
    Executor(
        "python_pure",
        "Python, google's runtime (pure Python)",
        _python("official"),
        files=_OFFICIAL,
        variables={"PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION": "python"},
    ),
    Executor(
        "python_model",
        "Python, turnwire's model (msgspec)",
        _python("model"),
        formats=MODEL,
        model=True,
        files=("generated/python/turnwire/v1/structs.py",),
    ),
    Executor(
        "python_betterproto2",
        "Python, betterproto2",
        _python("better"),
        files=("generated/betterproto/turnwire_betterproto/turnwire/v1/__init__.py",),
    ),
    Executor(
        "typescript",
        "TypeScript, protobuf-es",
        ("node", str(HERE / "typescript" / "executor.mjs")),
        formats=RUNTIME | {"native"},
        programs=("node",),
        files=("generated/typescript/dist/turnwire/v1/history_pb.js",),
    ),
    Executor(
        "go",
        "Go",
        (str(BUILT / "go"),),
        formats=RUNTIME | {"native"},
        programs=("go",),
        files=("build/conformance/go",),
    ),
    Executor(
        "rust",
        "Rust, buffa",
        (str(BUILT / "rust"),),
        programs=("cargo",),
        files=("build/conformance/rust",),
    ),
    Executor(
        "java",
        "Java",
        ("java", "@build/conformance/java.args", str(HERE / "java" / "Executor.java")),
        programs=("java", "mvn"),
        files=("build/conformance/java.args",),
    ),
    Executor(
        "cpp",
        "C++",
        (str(BUILT / "cpp" / "executor"),),
        programs=("cmake",),
        files=("build/conformance/cpp/executor",),
    ),
)

OF_BEFORE = tuple(
    replace(each, name=f"{_BEFORE}{each.name}", title=f"{each.title}, previous version", root=PREVIOUS, image=KEPT)
    for each in EXECUTORS
)
"""The readers and writers of the previous version."""
