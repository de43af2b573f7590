"""The README shows what the program prints. In English and in Spanish it says the same: section by section the
same commands, names, links and figures. Words are left to the translator, and pictures are not compared."""
import os
import re
import shlex
from collections import namedtuple

from documents import ROOT, document
from harness import check, check_equal, tahur, test

# Numbers as each language writes them: 20,000 and 0.978; 20 000 and 0,978.
Language = namedtuple("Language", "file number thousands point")
ENGLISH = Language("README.md", r"(?<![\w.,])\d+(?:,\d{3})*(?:\.\d+)?", ",", ".")
SPANISH = Language("README.es.md", r"(?<![\w.,])\d+(?:\u00a0\d{3})*(?:,\d+)?", "\u00a0", ",")

# Blocks of code, and what else is left, of the text below a heading.
Section = namedtuple("Section", "heading blocks prose")

CODE = re.compile(r"^```[^\n]*\n(.*?)^```$|((?:^ {4}[^\n]*\n(?:\n+(?= {4}))?)+)", re.S | re.M)
NAME = re.compile(r"`([^`]+)`")
LINK = re.compile(r"(?<!!)\[[^][]*\]\((?!README|https?:)([^)#]+)\)")  # into the repository
NEITHER_WORD_NOR_FIGURE = re.compile(r"`[^`]+`|<[^>]*>|!?\[[^][]*\]\([^)]*\)")
EXPLANATION = re.compile(r"(?<=\S) {2,}\S+(?: \S+)*$")


def readme(language):
    with open(os.path.join(ROOT, language.file), encoding="utf-8") as file:
        return file.read()


def sections(language):
    """What is above the first heading is a section too: that of the title."""
    found, blocks = [], []

    def take(match):
        blocks.append((match[1] or match[2]).rstrip().split("\n"))
        return f"\0{len(blocks) - 1}\n"  # a place mark, lest a comment of a shell be taken for a heading

    text = CODE.sub(take, readme(language))
    for part in re.split(r"^(?=#)", text, flags=re.M)[1:]:
        heading, prose = part.split("\n", 1)
        places = [int(place) for place in re.findall(r"\0(\d+)", prose)]
        found.append(Section(heading, [blocks[place] for place in places], re.sub(r"\0\d+", "", prose)))
    return found


def without_explanations(block):
    """A session at a prompt is the program's own words, all of it. Elsewhere the column on the right explains,
    and so does whatever stands between the names of an object."""
    if re.match(r" *(\$|>>>) ", block[0]):
        return block
    return [re.findall(r'"[^"]*"|\d+', line) if '"' in line else EXPLANATION.sub("", line) for line in block]


def numbers(text, language):
    plain = NEITHER_WORD_NOR_FIGURE.sub("", text)
    return [float(number.replace(language.thousands, "").replace(language.point, "."))
            for number in re.findall(language.number, plain)]


def rows(section):
    return [line for line in section.prose.split("\n") if line.startswith("|")]


def level(section):
    return section.heading.split()[0]


def both():
    """Every section of the English README beside that of the Spanish one."""
    pairs = list(zip(sections(ENGLISH), sections(SPANISH)))
    check(len(pairs) >= 4, "sections were found", len(pairs))
    return pairs


def sessions(text):
    """Commands of ./run that are shown with their output: the arguments, and the lines."""
    for block in re.findall(r"(?:^ {4}[^\n]*\n(?:\n+(?= {4}))?)+", text, re.M):
        for call in re.split(r"^ {4}\$ \./run ", block, flags=re.M)[1:]:
            command, *lines = [line[4:].rstrip() for line in ("    " + call).rstrip().split("\n")]
            if lines and not command.startswith("serve"):
                yield shlex.split(command), lines


def without_times(line):
    """How long a move takes differs from run to run, and with it the width of its column."""
    return re.sub(r" +", " ", re.sub(r"\b\d[\d.,]* (ns|µs|ms|s)\b", "TIME", line))


@test
def documents_show_what_the_program_prints():
    shown = [*sessions(readme(ENGLISH)), *sessions(document("contests.md"))]
    check(len(shown) >= 4, "sessions were found", len(shown))
    for arguments, lines in shown:
        printed = [without_times(line.rstrip()) for line in tahur.text(*arguments).split("\n")]
        if lines[-1] == "…":
            del lines[-1]
        check_equal([without_times(line) for line in lines], printed[:len(lines)], f"the output of {arguments}")


@test
def both_readmes_have_the_same_sections():
    check_equal(list(map(level, sections(SPANISH))), list(map(level, sections(ENGLISH))), "levels of headings")


@test
def both_readmes_have_the_same_commands_and_output():
    for english, spanish in both():
        check_equal(list(map(without_explanations, spanish.blocks)),
                    list(map(without_explanations, english.blocks)), f"code of {spanish.heading}")


@test
def both_readmes_have_the_same_figures():
    def in_table(section, language):
        figures = [numbers(row, language) for row in rows(section)]
        return [row for row in figures if row]

    for english, spanish in both():
        check_equal(in_table(spanish, SPANISH), in_table(english, ENGLISH), f"tables of {spanish.heading}")
        check_equal(sorted(numbers(spanish.prose, SPANISH)), sorted(numbers(english.prose, ENGLISH)),
                    f"numbers of {spanish.heading}")


@test
def both_readmes_name_the_same_things():
    def named(pattern, section):
        return {" ".join(name.split()) for name in pattern.findall(section.prose)}

    for english, spanish in both():
        for pattern, what in [(NAME, "names"), (LINK, "links")]:
            check_equal(named(pattern, spanish) ^ named(pattern, english), set(),
                        f"{what} in one language only, in {spanish.heading}")


@test
def the_readmes_lead_to_each_other_and_to_what_there_is():
    check("[Español](README.es.md)" in readme(ENGLISH)[:100], "no link to the Spanish one at the top")
    check("[English](README.md)" in readme(SPANISH)[:100], "no link to the English one at the top")
    for language in [ENGLISH, SPANISH]:
        text = readme(language)
        for path in LINK.findall(text):
            check(os.path.exists(os.path.join(ROOT, path)), f"{language.file}: no {path}")
        places = {section.heading.lstrip("# ").lower().replace(" ", "-") for section in sections(language)}
        check_equal(set(re.findall(r"\]\(#([^)]+)\)", text)) - places, set(), f"{language.file}: no such section")
