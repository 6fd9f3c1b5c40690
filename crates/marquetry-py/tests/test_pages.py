"""What the pages say about Python is true, and the types are what they say."""

import json
import os
import re
import subprocess
import sys
import textwrap

import pytest
from conftest import ROOT

BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def follow(blocks, name):
    """Runs blocks one after the other, as a reader would type them."""
    space = {"__name__": "page"}
    for number, block in enumerate(blocks, 1):
        exec(compile(block, f"{name}, block {number}", "exec"), space)
    return space


@pytest.mark.parametrize("page", ["docs/python.md", "README.md"])
def test_a_page_tells_the_truth(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))
    assert blocks
    follow(blocks, page)


def test_the_notebook_repeats_the_table(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    book = json.loads((ROOT / "docs" / "niang.ipynb").read_text(encoding="utf-8"))
    assert all(not cell.get("outputs") for cell in book["cells"]), "git keeps it without what it shows"
    cells = ["".join(cell["source"]) for cell in book["cells"] if cell["cell_type"] == "code"]
    space = follow(cells, "niang.ipynb")
    assert "Niang 2010, table 9" in space["report"].markdown and "| verdict |" in space["report"].markdown
    assert space["outcome"].conclusion in ("solved", "stopped") and len(space["store"]) == len(space["jobs"])


def test_the_package_is_typed(tmp_path):
    script = tmp_path / "typed.py"
    script.write_text(
        textwrap.dedent(
            """
            import marquetry as mq

            def climb(run: mq.Run, puzzle: mq.Puzzle, worse: int = 0) -> None:
                state = mq.State.random(puzzle, run.rng)
                while run.step():
                    move = state.propose(run.rng)
                    if state.gain(move) >= -worse:
                        state.make(move)
                        run.offer(state)

            outcome: mq.Outcome = mq.solve(mq.Puzzle.open("p1"), climb, work=10, worse=1)
            scores: list[int] = [e.score for e in mq.run(outcome.puzzle) if e.score is not None]
            """
        )
    )
    check = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache")]
    for words in ([str(script)], ["-p", "marquetry"]):
        done = subprocess.run([*check, *words], capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
    script.write_text(script.read_text() + "mq.solve(5)\n")
    done = subprocess.run([*check, str(script)], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 1 and "incompatible type" in done.stdout


def test_the_stubs_are_what_there_is(tmp_path):
    words = [sys.executable, "-m", "mypy.stubtest", "marquetry._native"]
    environment = {**os.environ, "MYPY_CACHE_DIR": str(tmp_path / "cache")}
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
