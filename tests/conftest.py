"""What all tests share: Hypothesis profiles, and the folder with recorded traffic where there is one."""

from __future__ import annotations

import importlib
import os
import pkgutil
from pathlib import Path

import benchmarks
import pytest
from hypothesis import HealthCheck, Phase, settings
from tests.data import data
from tests.parts import PARTS, part_of

import turnwire

ROOT = Path(__file__).parent.parent

# Hypothesis draws the constants of all modules of ours that are loaded.  With everything loaded first, an example is
# the same whichever tests are asked for, and whatever ran before.
for package in (turnwire, benchmarks):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
for tool in sorted((ROOT / "tools").glob("fidelity_*.py")):
    importlib.import_module(tool.stem)

# A project of its own, with its own settings: tests/testing runs it.
collect_ignore = ["example_project"]

# The first draw of a strategy imports and compiles a lot, so time says nothing about an example.
settings.register_profile(
    "ci",
    max_examples=20,
    deadline=None,
    derandomize=True,
    # Saying which lines fail takes longer than finding and shrinking the example.
    phases=[Phase.explicit, Phase.generate, Phase.shrink],
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("deep", parent=settings.get_profile("ci"), max_examples=2000, derandomize=False)
# Whether a mutant is noticed needs no smallest example.
settings.register_profile("mutants", parent=settings.get_profile("ci"), phases=[Phase.explicit, Phase.generate])
settings.load_profile(os.environ.get("TURNWIRE_HYPOTHESIS", "ci"))


def pytest_addoption(parser: pytest.Parser) -> None:
    words = "quick: what `make test` runs; rest: what `make test-all` adds (tests/parts.py)"
    parser.addoption("--part", choices=PARTS, default="whole", help=words)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    part = config.getoption("--part")
    left = [item for item in items if part not in ("whole", part_of(item.nodeid))]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if part == part_of(item.nodeid)]


@pytest.fixture(scope="session")
def recorded() -> Path:
    """The folder with recorded traffic.  Without it, what needs it is skipped, and in CI it fails."""
    return data("corpus")
