"""The executors: one for each binding, and what each needs."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent.relative_to(ROOT)
RUNTIME = frozenset({"binary", "proto_json"})
MODEL = frozenset({"native", "yaml", "proto_json", "binary"})
# Where `make conformance` builds those that must be built.
BUILT = ROOT / "build" / "conformance"
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

    def missing(self) -> str:
        """What is not there; empty where it can run."""
        for program in self.programs:
            if shutil.which(program) is None:
                return f"there is no {program} here"
        absent = [name for name in self.files if not (ROOT / name).exists()]
        return f"there is no {absent[0]} here" if absent else ""

    def environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(str(ROOT / each) for each in _PYTHON_PATH),
            **self.variables,
        }


def _python(module: str) -> tuple[str, ...]:
    return (sys.executable, "-m", f"tests.conformance.python.{module}")


EXECUTORS = (
    Executor("python_official", "Python, google's runtime (upb)", _python("official")),
    Executor(
        "python_pure",
        "Python, google's runtime (pure Python)",
        _python("official"),
        variables={"PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION": "python"},
    ),
    Executor("python_model", "Python, turnwire's model (msgspec)", _python("model"), formats=MODEL, model=True),
    Executor("python_betterproto2", "Python, betterproto2", _python("better")),
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
        (str(ROOT / "build" / "rust" / "debug" / "turnwire-conformance"),),
        programs=("cargo",),
        files=("build/rust/debug/turnwire-conformance",),
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
