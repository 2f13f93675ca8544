"""Every example, run as a user runs it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.mark.parametrize("script", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_scripts_work(script, tmp_path):
    ended = subprocess.run(
        [sys.executable, str(script), str(tmp_path / "results")],
        cwd=tmp_path, capture_output=True, text=True, timeout=120,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert ended.stdout


@pytest.mark.parametrize("notebook", sorted(EXAMPLES.glob("*.ipynb")), ids=lambda path: path.stem)
def test_cells_of_notebooks_work(notebook, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "__main__"}
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), str(notebook), "exec"), names)
    assert names["run"].view()._repr_html_()
