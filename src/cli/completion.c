/* Completion for shells, written from the tables of commands, flags, games and bots. */
#include "command.h"
#include "tahur/registry.h"
#include <stdio.h>
#include <string.h>

static void print_commands(const char *separator) {
    for (int i = 0; command_at(i) != NULL; i++)
        printf("%s%s", i == 0 ? "" : separator, command_at(i)->name);
}

static void print_games(void) {
    for (int i = 0; th_game_at(i) != NULL; i++)
        printf("%s%s", i == 0 ? "" : " ", th_game_at(i)->name);
}

static void print_bots(const struct th_game *game) {
    struct th_bot_entry entry;
    for (int i = 0; th_bot_at(game, i, &entry); i++) printf("%s%s", i == 0 ? "" : " ", entry.name);
}

static void print_flags(const struct command *c) {
    printf("--help");
    for (int f = 0; command_flag(c, f) != NULL; f++) printf(" --%s", command_flag(c, f)->name);
}

/* "--by|--control": the flags of one kind of value. */
static void print_pattern(const struct command *c, bool (*is)(const struct th_option *o)) {
    const char *separator = "";
    for (int f = 0; command_flag(c, f) != NULL; f++)
        if (is(command_flag(c, f))) {
            printf("%s--%s", separator, command_flag(c, f)->name);
            separator = "|";
        }
}

static bool has_choices(const struct th_option *o) {
    return o->kind == TH_CHOICE;
}

/* A text may be the name of a file. */
static bool may_be_file(const struct th_option *o) {
    return o->kind == TH_TEXT;
}

static bool any(const struct command *c, bool (*is)(const struct th_option *o)) {
    for (int f = 0; command_flag(c, f) != NULL; f++)
        if (is(command_flag(c, f))) return true;
    return false;
}

/* ---- bash ---- */

/* The values of a flag, as cases of the word before the one that is completed. */
static void print_bash_values(const struct command *c) {
    printf("    case $before in\n");
    for (int f = 0; command_flag(c, f) != NULL; f++) {
        const struct th_option *o = command_flag(c, f);
        if (!has_choices(o)) continue;
        printf("    --%s) _tahur_words", o->name);
        for (int i = 0; o->choices[i] != NULL; i++) printf(" %s", o->choices[i]);
        printf("; return ;;\n");
    }
    if (any(c, may_be_file)) {
        printf("    ");
        print_pattern(c, may_be_file);
        printf(") COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n");
    }
    printf("    esac\n");
}

static void print_bash(void) {
    printf("# Completion of tahur for bash.\n"
           "_tahur_words() { COMPREPLY=($(compgen -W \"$*\" -- \"$word\")); }\n"
           "_tahur_bots() {\n"
           "  case ${COMP_WORDS[2]%%%%:*} in\n");
    for (int i = 0; th_game_at(i) != NULL; i++) {
        printf("  %s) _tahur_words ", th_game_at(i)->name);
        print_bots(th_game_at(i));
        printf(" ;;\n");
    }
    printf("  esac\n"
           "}\n"
           "_tahur() {\n"
           "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
           "  COMPREPLY=()\n"
           "  if [ \"$COMP_CWORD\" = 1 ]; then _tahur_words help --help --version ");
    print_commands(" ");
    printf("; return; fi\n"
           "  local flags=\n"
           "  case ${COMP_WORDS[1]} in\n"
           "  help) [ \"$COMP_CWORD\" != 2 ] || _tahur_words ");
    print_commands(" ");
    printf("; return ;;\n");
    for (int i = 0; command_at(i) != NULL; i++) {
        const struct command *c = command_at(i);
        printf("  %s)\n    flags='", c->name);
        print_flags(c);
        printf("'\n");
        if (any(c, has_choices) || any(c, may_be_file)) print_bash_values(c);
        if (strncmp(c->positional, "GAME", 4) == 0 || strncmp(c->positional, "[GAME]", 6) == 0) {
            printf("    if [ \"$COMP_CWORD\" = 2 ] && [ \"${word#-}\" = \"$word\" ]; then "
                   "_tahur_words ");
            print_games();
            printf("; return; fi\n");
        }
        if (strstr(c->positional, "BOT") != NULL || strstr(c->positional, "PLAYER") != NULL ||
            strstr(c->positional, "NEW") != NULL)
            printf("    if [ \"${word#-}\" = \"$word\" ]; then _tahur_bots; return; fi\n");
        else if (strchr(c->positional, '.') != NULL || strstr(c->positional, "FILE") != NULL)
            printf("    if [ \"${word#-}\" = \"$word\" ]; then COMPREPLY=($(compgen -f -- "
                   "\"$word\")); return; fi\n");
        printf("    ;;\n");
    }
    printf("  esac\n"
           "  _tahur_words \"$flags\"\n"
           "}\n"
           "complete -o default -F _tahur tahur\n");
}

/* ---- zsh ---- */

/* A text within single quotes and brackets of _arguments. */
static void print_zsh_text(const char *text) {
    for (; *text != 0; text++) {
        if (*text == '\'')
            printf("'\\''");
        else if (strchr("[]:\\", *text) != NULL)
            printf("\\%c", *text);
        else
            putchar(*text);
    }
}

static void print_zsh_flag(const struct th_option *o) {
    printf("      '--%s[", o->name);
    print_zsh_text(o->help);
    printf("]");
    if (o->kind == TH_CHOICE) {
        printf(":value:(");
        for (int i = 0; o->choices[i] != NULL; i++)
            printf("%s%s", i == 0 ? "" : " ", o->choices[i]);
        printf(")");
    } else if (o->kind == TH_TEXT) {
        printf(":value:_files");
    } else if (o->kind != TH_SWITCH) {
        printf(":value: ");
    }
    printf("' \\\n");
}

static void print_zsh(void) {
    printf("#compdef tahur\n"
           "# Completion of tahur for zsh.\n"
           "_tahur_bots() {\n"
           "  case ${words[2]%%%%:*} in\n");
    for (int i = 0; th_game_at(i) != NULL; i++) {
        printf("  %s) compadd -- ", th_game_at(i)->name);
        print_bots(th_game_at(i));
        printf(" ;;\n");
    }
    printf("  esac\n"
           "}\n"
           "_tahur() {\n"
           "  if (( CURRENT == 2 )); then\n"
           "    local -a list=(\n");
    for (int i = 0; command_at(i) != NULL; i++) {
        printf("      '%s:", command_at(i)->name);
        print_zsh_text(command_at(i)->summary);
        printf("'\n");
    }
    printf("    )\n"
           "    _describe command list\n"
           "    return\n"
           "  fi\n"
           "  local name=$words[2]\n"
           "  shift words\n"
           "  (( CURRENT-- ))\n"
           "  case $name in\n");
    for (int i = 0; command_at(i) != NULL; i++) {
        const struct command *c = command_at(i);
        const bool game =
            strncmp(c->positional, "GAME", 4) == 0 || strncmp(c->positional, "[GAME]", 6) == 0;
        printf("  %s)\n    _arguments \\\n", c->name);
        for (int f = 0; command_flag(c, f) != NULL; f++) print_zsh_flag(command_flag(c, f));
        printf("      '--help[the manual of this command]'");
        if (game) {
            printf(" \\\n      '1:game:(");
            print_games();
            printf(")' '*:bot:_tahur_bots'");
        } else if (c->max > 0) {
            printf(" \\\n      '*:file:_files'");
        }
        printf(" ;;\n");
    }
    printf("  esac\n"
           "}\n"
           "_tahur \"$@\"\n");
}

static int run(const struct arguments *a, struct th_error *e) {
    const char *shell = a->positional[0];
    if (strcmp(shell, "bash") == 0)
        print_bash();
    else if (strcmp(shell, "zsh") == 0)
        print_zsh();
    else {
        th_fail(e, "there is completion for bash and zsh, not for '%.40s'", shell);
        return STATUS_USAGE;
    }
    return STATUS_OK;
}

const struct command completion_command = {
    .name = "completion",
    .positional = "SHELL",
    .summary = "completion of commands, options, games and bots, for bash or zsh",
    .details = "Prints a script for the shell. An installed tahur has it in place; else:\n"
               "  bash: source <(tahur completion bash)\n"
               "  zsh:  tahur completion zsh > FOLDER/_tahur, with FOLDER in $fpath",
    .min = 1,
    .max = 1,
    .protocol = true,
    .examples = "  source <(tahur completion bash)",
    .run = run,
};
