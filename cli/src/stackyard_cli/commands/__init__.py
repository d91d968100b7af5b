"""The commands, a file for each; a file is imported when its command runs."""

from __future__ import annotations

COMMANDS = {
    "list": "List the installed games.",
    "plugins": "Show what is installed, how it is built, and what is broken.",
    "info": "Show a game's options, sizes and notation.",
    "rules": "Show the rules of a game.",
    "show": "Draw a position of a game.",
    "play": "Play a game against the computer or a friend.",
    "perft": "Count the move sequences of a game.",
    "bench": "Measure how fast a game can be played out and searched.",
    "completion": "Make the shell complete commands, games and options.",
}
