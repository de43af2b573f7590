#!/bin/sh
# Builds the bot, checks it, and plays some games. TAHUR=PATH is a tahur that is not on the PATH.
set -eu
cd "$(dirname -- "$0")"
tahur=${TAHUR:-tahur}
@build@
"$tahur" check-bot '@game@' '@command@'
for opponent in random level1; do
    "$tahur" arena '@game@' exec:command='@command@' @opponents@ --games 40 --on-fault abort@random_plies@
done
