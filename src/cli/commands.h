/* The sub-commands, one file each. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "command.h"

extern const struct command analyze_command, arena_command, ask_command, bench_command,
    bots_command, check_bot_command, compare_command, export_command, games_command, grade_command,
    gtp_command, league_command, merge_command, odds_command, replay_command, report_command,
    review_command, rules_command, runs_command, perft_command, play_command, serve_command,
    show_command, solve_command, speak_command, train_command;

#endif
