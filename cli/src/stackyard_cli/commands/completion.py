"""`stackyard completion SHELL`."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

# Bash splits words at = and :, of which our options and players are full, and click's own script
# leaves it at that. This one splits at blanks and offers what comes behind the last = or :.
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


HELP = """Print what makes a shell complete commands, games, options and players.

\b
bash:  stackyard completion bash >> ~/.bashrc
zsh:   stackyard completion zsh >> ~/.zshrc
fish:  stackyard completion fish > ~/.config/fish/completions/stackyard.fish
"""


@click.command("completion", help=HELP)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """See HELP, which click shows."""
    if shell == "bash":
        click.echo(BASH, nl=False)
        return
    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(ctx.find_root().command, {}, "stackyard", "_STACKYARD_COMPLETE").source())
