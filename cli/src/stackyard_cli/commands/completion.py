"""`stackyard completion SHELL`."""

from __future__ import annotations

import click
from click.shell_completion import FishComplete

from stackyard_cli.output import OurCommand, echo

# Bash splits words at = and :, of which our options and players are full, and click's own script
# does not handle this. This one splits at blanks and completes the part after the last = or :.
BASH = r"""_stackyard_completion() {
    local line="${COMP_LINE:0:COMP_POINT}" words head="" reply
    IFS=' ' read -ra words <<< "$line"
    [[ "$line" == *' ' ]] && words+=("")
    local current="${words[-1]}"
    [[ "$current" == *[:=]* ]] && head="${current%"${current##*[:=]}"}"
    COMPREPLY=()
    while IFS= read -r reply; do
        case "${reply%%,*}" in
            plain) COMPREPLY+=("${reply#*,$head}") ;;
            file) compopt -o default ;;
            dir) compopt -o dirnames ;;
        esac
        [[ "$reply" == *= ]] && compopt -o nospace
    done < <(COMP_WORDS="${words[*]}" COMP_CWORD=$((${#words[@]} - 1)) \
        _STACKYARD_COMPLETE=bash_complete "$1")
}
complete -o nosort -F _stackyard_completion stackyard
"""


# Click's script for zsh adds a blank after "size=" and treats the colon of "mcts:" as its own.
ZSH = r"""#compdef stackyard
_stackyard_completion() {
    local -a response begun whole
    local kind key description
    response=("${(@f)$(COMP_WORDS="${words[*]}" COMP_CWORD=$((CURRENT - 1)) \
        _STACKYARD_COMPLETE=zsh_complete stackyard)}")
    for kind key description in ${response}; do
        key="${key//\\:/:}"
        case "$kind" in
            plain) if [[ "$key" == *= ]]; then begun+=("$key"); else whole+=("$key"); fi ;;
            file) _path_files -f ;;
            dir) _path_files -/ ;;
        esac
    done
    (( $#begun )) && compadd -Q -U -S '' -V begun -a begun
    (( $#whole )) && compadd -Q -U -V whole -a whole
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _stackyard_completion "$@"
else
    compdef _stackyard_completion stackyard
fi
"""


HELP = """Print what makes a shell complete commands, games, options and players.

\b
bash:  stackyard completion bash >> ~/.bashrc
zsh:   stackyard completion zsh >> ~/.zshrc
fish:  stackyard completion fish > ~/.config/fish/completions/stackyard.fish
"""


@click.command("completion", help=HELP, cls=OurCommand, example="completion bash")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """See HELP, which click shows."""
    if shell == "fish":
        fish = FishComplete(ctx.find_root().command, {}, "stackyard", "_STACKYARD_COMPLETE")
        echo(fish.source())
    else:
        echo(BASH if shell == "bash" else ZSH, nl=False)
