"""The package: stubs, docstrings, the README and the example."""

import ast
import contextlib
import importlib.util
import inspect
import io
import re
import sys
from pathlib import Path

import tochki

FOLDER = Path(__file__).resolve().parents[1]


def public(members):
    return {name for name in members if not name.startswith("_")}


def parameters(function):
    """Names, kinds and defaults of the parameters of a function of the stub, without self."""
    arguments = function.args
    plain = arguments.posonlyargs + arguments.args
    defaults = [None] * (len(plain) - len(arguments.defaults)) + arguments.defaults

    def told(names, defaults):
        values = [inspect.Parameter.empty if node is None else ast.literal_eval(node) for node in defaults]
        return [(one.arg, value) for one, value in zip(names, values) if one.arg not in ("self", "cls")]

    return told(plain, defaults), told(arguments.kwonlyargs, arguments.kw_defaults)


def real_parameters(function):
    """The same of a function of the module."""
    found = [one for one in inspect.signature(function).parameters.values() if one.name not in ("self", "cls")]
    plain = [(one.name, one.default) for one in found if one.kind != one.KEYWORD_ONLY]
    return plain, [(one.name, one.default) for one in found if one.kind == one.KEYWORD_ONLY]


def stub():
    return ast.parse((FOLDER / "tochki.pyi").read_text(encoding="utf-8")).body


def test_the_stub_has_what_the_module_has():
    names = set()
    for node in stub():
        if isinstance(node, ast.AnnAssign):
            names.add(node.target.id)
        elif isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            names.add(node.name)
            if isinstance(node, ast.FunctionDef):
                assert parameters(node) == real_parameters(getattr(tochki, node.name)), node.name
    assert public(names) == set(tochki.__all__) - {"__version__"} == public(dir(tochki)) - {"tochki"}


def test_the_stubs_of_classes_have_their_members():
    checked = 0
    for node in stub():
        if not isinstance(node, ast.ClassDef) or node.bases:
            continue
        real = getattr(tochki, node.name)
        functions = [member for member in node.body if isinstance(member, ast.FunctionDef)]
        assert public(member.name for member in functions) == public(vars(real)), node.name
        for member in functions:
            checked += 1
            name = f"{node.name}.{member.name}"
            if any(getattr(mark, "id", "") == "property" for mark in member.decorator_list):
                assert inspect.isgetsetdescriptor(vars(real)[member.name]), name
            elif member.name == "__new__":
                # Python 3.9 does not tell the parameters of these classes.
                assert sys.version_info < (3, 10) or parameters(member) == real_parameters(real), name
            elif not member.name.startswith("__"):
                assert parameters(member) == real_parameters(getattr(real, member.name)), name
    assert checked > 90


def sentences(text):
    """The sentences of a text in small letters."""
    return set(re.split(r"(?<=\.)\s+", " ".join(text.split()).lower()))


def told(thing):
    """The sentences of a docstring, with and without the type in front."""
    return sentences(thing.__doc__) | sentences(re.sub(r"^[\w ]+: ", "", thing.__doc__))


def test_the_stub_says_what_the_docstrings_say():
    """It may leave sentences out."""
    compared = 0
    for node in stub():
        if not isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            continue
        real = getattr(tochki, node.name)
        things = [(node, real)]
        for member in node.body:
            if isinstance(member, ast.FunctionDef) and member.name == "__new__":
                things.append((member, real))
            elif isinstance(member, ast.FunctionDef) and not member.name.startswith("__"):
                things.append((member, getattr(real, member.name)))
        for written, thing in things:
            text = ast.get_docstring(written)
            if text:
                compared += 1
                assert sentences(text) - told(thing) == set(), f"{node.name}, {written.name}"
    assert compared > 110


def test_everything_has_a_docstring():
    for name in public(dir(tochki)):
        thing = getattr(tochki, name)
        if isinstance(thing, type) or callable(thing):
            assert thing.__doc__, name
        if isinstance(thing, type) and not issubclass(thing, Exception):
            for member in public(vars(thing)):
                text = vars(thing)[member].__doc__
                assert text, f"{name}.{member}"
                if "array" in text or "view" in text:
                    assert "shape" in text or name == "Analysis", f"{name}.{member}"


def test_the_package_is_typed():
    assert (Path(tochki.__file__).parent / "py.typed").exists()


def python_blocks(page):
    """The Python code of a page."""
    blocks = page.read_text(encoding="utf-8").split("```python\n")[1:]
    return [block.split("```")[0] for block in blocks]


def test_the_code_of_the_pages_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for page in (FOLDER / "README.md", FOLDER.parent / "docs" / "python.md"):
        names = {}
        blocks = python_blocks(page)
        assert blocks, page
        for block in blocks:
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                exec(compile(block, str(page), "exec"), names)
            expected = [line.split("# prints ")[1] for line in block.splitlines() if "# prints " in line]
            assert printed.getvalue().splitlines()[: len(expected)] == expected, block


def test_the_example_learns():
    path = FOLDER / "examples" / "self_play.py"
    spec = importlib.util.spec_from_file_location("self_play", path)
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    reports = []
    before, after = example.train(games=64, updates=10, size=7, seed=1, report=reports.append)
    assert abs(before) < 1 and after > before + 1 and len(reports) == 2
