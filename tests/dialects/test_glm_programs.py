"""The code of each generation of the GLM library loads what turnwire writes for it, goes on, and saves it again.

It runs where `TURNWIRE_PYALM` names a clone of https://github.com/finnschwall/PyALM (Apache-2.0), and git is installed.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from tests.dialects.test_glm_generations import CHAT, EXPECTED

import turnwire
from turnwire.dialects.glm.encodings import from_yaml
from turnwire.dialects.glm.generations import GENERATIONS
from turnwire.losses import Losses
from turnwire.model import History, TextBlock

if TYPE_CHECKING:
    from pathlib import Path

# generation -> the revision and the file of the program
PROGRAMS = {
    "2019": ("e422894", "GLM/glm.py"),
    "2024": ("b6e1dbb", "pyalm/alm.py"),
    "2025 of November 2024": ("2a91fa0", "pyalm/internal/state.py"),
    "2025": ("3d17fb2", "pyalm/internal/state.py"),
}

# The parts that load and save a chat need none of the packages that the models need.  The first code uses `yaml`
# without importing it.
_RUN = """
import json, sys, types, yaml

for name in ("psutil", "pylot", "pylot.python_parsing"):
    sys.modules[name] = types.ModuleType(name)
sys.modules["pylot"].python_parsing = sys.modules["pylot.python_parsing"]
sys.modules["program"] = program = types.ModuleType("program")
program.yaml = yaml
exec(compile(open(sys.argv[1]).read(), sys.argv[1], "exec"), program.__dict__)
if hasattr(program, "ConversationTracker"):
    read = getattr(program.ConversationTracker, "load_from_yaml", None)
    chat = read(sys.argv[2]) if read else program.ConversationTracker.from_yaml(open(sys.argv[2]).read())
    loaded = chat.to_dict()
    chat.add_entry(role="USER" if read else "user", content="And tomorrow?")
    saved = chat.save_to_yaml() if read else chat.to_yaml()
else:
    model = program.GLM.__new__(program.GLM)
    model.load_history(sys.argv[2])
    loaded = model.conv_history
    saved = yaml.dump(loaded)
loaded.pop("inversion_scheme", None) if isinstance(loaded, dict) else None
print(json.dumps([loaded, saved], default=lambda role: ["!ConversationRole", role.value]))
"""


def _run(folder: Path, program: str) -> tuple[Any, str]:
    """What the program loads of the chat, and the file that it saves."""
    clone, git = os.environ.get("TURNWIRE_PYALM"), shutil.which("git")
    if not clone or git is None:
        pytest.skip("SKIPPED: TURNWIRE_PYALM names no clone of PyALM, or there is no git here")
    source = subprocess.run([git, "-C", clone, "show", ":".join(PROGRAMS[program])], capture_output=True, check=True)
    code, chat = folder / "program.py", folder / "chat.yaml"
    code.write_bytes(source.stdout)
    chat.write_bytes(GENERATIONS[program[:4]](json.dumps(CHAT).encode(), Losses("glm")))
    run = subprocess.run([sys.executable, "-c", _RUN, code, chat], capture_output=True, check=False, timeout=60)
    assert 0 == run.returncode, run.stderr.decode()
    loaded, saved = json.loads(run.stdout)
    return loaded, saved


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_program_loads_what_is_written_for_it(program: str, tmp_path: Path) -> None:
    expected = json.loads(json.dumps(EXPECTED[program[:4]][0]))
    loaded, _ = _run(tmp_path, program)
    if program == "2025 of November 2024":
        assert {} == loaded.pop("user_info")  # a member of the class that the later code has not, here its default
    assert expected == loaded


@pytest.mark.parametrize("program", PROGRAMS)
def test_what_the_program_saves_is_read(program: str, tmp_path: Path) -> None:
    _, saved = _run(tmp_path, program)
    file = GENERATIONS[program[:4]](json.dumps(CHAT).encode(), Losses("glm"))
    written, again = (turnwire.read(from_yaml(text), "glm") for text in (file, saved.encode()))
    assert isinstance(written, History)
    assert isinstance(again, History)
    before = [(message.role, message.content) for message in written.history]
    after = [(message.role, message.content) for message in again.history]
    added = [] if program == "2019" else [("user", [TextBlock("And tomorrow?")])]
    assert [*before, *added] == after
