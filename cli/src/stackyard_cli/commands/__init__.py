"""The commands, a file for each; a file is imported when its command runs."""

from __future__ import annotations

COMMANDS = {
    "list": "List the installed games.",
    "plugins": "Show what is installed, how it is built, and what is broken.",
    "info": "Show a game's options, sizes and notation.",
    "rules": "Show the rules of a game.",
    "show": "Draw a position of a game.",
    "play": "Play a game against the computer or a friend.",
    "matches": "List the matches that were kept.",
    "resume": "Continue an unfinished match.",
    "replay": "Step through a match that was played.",
    "export": "Write a match as a record, a text or a picture.",
    "import": "Add records to the matches that are kept.",
    "annotate": "Write a comment on a match or a move.",
    "delete": "Delete matches that were kept.",
    "records": "Check records of matches, recover damaged ones, and back up.",
    "perft": "Count the move sequences of a game.",
    "new": "Write the package of a new game, ready to install and play.",
    "completion": "Print a script by which a shell completes commands and games.",
}

# The commands in the order of the help, with those of our own plugins; others follow by name.
GROUPS = {
    "Play": (
        *("lesson", "puzzles", "play", "serve", "site", "resume"),
        *("seat_code", "list", "info", "rules", "show"),
    ),
    "Matches": (
        *("matches", "replay", "review", "stats", "annotate", "delete"),
        *("export", "import", "records"),
    ),
    "Study": ("study", "arena", "analyse", "solve", "tables", "train", "tune", "regret"),
    "Make": ("new", "certify", "perft", "bench", "plugins", "completion"),
    "Connect": ("engine", "mcp"),
}
