"""Writes the tables of variables and outputs into the READMEs of Terraform modules.

Arguments: [--check] FOLDER of modules. Reads variables.tf and outputs.tf of each module in it, as terraform fmt writes
them; what stands between the two marks of the module's README is replaced. With --check nothing is written, and a
README that is not up to date is an error.
"""

import pathlib
import re
import sys

BEGIN, END = "<!-- begin reference -->", "<!-- end reference -->"


def blocks(text, kind):
    """Name and body of each block of this kind; terraform fmt closes a block with a brace in the first column."""
    return re.findall(rf'^{kind} "([^"]+)" {{\n(.*?)^}}', text, re.MULTILINE | re.DOTALL)


def attribute(body, name):
    """The value of an attribute in one line, comments dropped; None where it is not given."""
    begin = re.search(rf"^  {name} += ", body, re.MULTILINE)
    if begin is None:
        return None
    lines, depth = [], 0
    for line in body[begin.end() :].split("\n"):
        code = re.sub(r'^((?:[^"#]|"(?:[^"\\]|\\.)*")*?)\s*#.*', r"\1", line)
        bare = re.sub(r'"(?:[^"\\]|\\.)*"', "", code)
        depth += sum(bare.count(c) for c in "({[") - sum(bare.count(c) for c in ")}]")
        lines.append(code.strip())
        if depth <= 0:
            break
    return re.sub(r" +", " ", " ".join(lines))


def described(path, kind, name, body):
    text = attribute(body, "description")
    if text is None:
        sys.exit(f"{path}: {kind} {name} has no description: write one")
    return text.strip('"').replace('\\"', '"').replace("|", "\\|")


def variables(path):
    rows = ["| variable | type | default | meaning |", "|---|---|---|---|"]
    for name, body in blocks(path.read_text(encoding="utf-8"), "variable"):
        kind = attribute(body, "type") or "any"
        default = attribute(body, "default")
        shown = "required" if default is None else f"`{default}`"
        rows.append(f"| `{name}` | `{kind}` | {shown} | {described(path, 'variable', name, body)} |")
    return rows


def outputs(path):
    rows = ["| output | meaning |", "|---|---|"]
    for name, body in blocks(path.read_text(encoding="utf-8"), "output"):
        rows.append(f"| `{name}` | {described(path, 'output', name, body)} |")
    return rows


def with_tables(module):
    readme = (module / "README.md").read_text(encoding="utf-8")
    if readme.count(BEGIN) != 1 or readme.count(END) != 1:
        sys.exit(f"{module / 'README.md'}: expected the line {BEGIN} once and the line {END} once")
    before, rest = readme.split(BEGIN)
    after = rest.split(END)[1]
    tables = variables(module / "variables.tf") + [""] + outputs(module / "outputs.tf")
    return readme, before + BEGIN + "\n" + "\n".join(tables) + "\n" + END + after


def main(arguments):
    check = arguments[:1] == ["--check"]
    modules = sorted(pathlib.Path(arguments[-1]).glob("*/variables.tf"))
    if not modules:
        sys.exit(f"{arguments[-1]}: found no module with a variables.tf")
    stale = []
    for module in (path.parent for path in modules):
        old, new = with_tables(module)
        if old != new:
            stale.append(str(module / "README.md"))
            if not check:
                (module / "README.md").write_text(new, encoding="utf-8")
    for path in stale:
        print(f"{path}: the tables are {'stale: run infra/tools/terraform-tables' if check else 'written'}", file=sys.stderr)
    return 1 if check and stale else 0


sys.exit(main(sys.argv[1:]))
