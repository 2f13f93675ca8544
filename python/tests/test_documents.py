"""The snippets of the documents, pasted."""

import re
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
DOCUMENTS = ["README.md", "python/README.md", "docs/python.md", "docs/repairing.md"]
SNIPPETS = [
    pytest.param(text, id=f"{name}-{number}")
    for name in DOCUMENTS
    for number, text in enumerate(
        re.findall(r"^```python\n(.*?)^```", (TOP / name).read_text(encoding="utf-8"), re.M | re.S)
    )
]


@pytest.mark.parametrize("snippet", SNIPPETS)
def test_snippets_work(snippet, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec(compile(snippet, "snippet", "exec"), {"__name__": "__main__"})


def test_every_document_has_a_snippet():
    assert len(SNIPPETS) >= len(DOCUMENTS)
