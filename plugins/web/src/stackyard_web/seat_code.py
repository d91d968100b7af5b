"""`stackyard seat-code`."""

from __future__ import annotations

import click


@click.command("seat-code")
@click.argument("link")
def command(link: str) -> None:
    """Print the code that gives a player a lost seat back.

    LINK is the link with which the player joined. Tell the code to nobody but that player: typed
    at the table in another browser, it opens the seat. The server may run meanwhile.
    """
    from stackyard.errors import ArchiveError
    from stackyard.records.archive import Archive
    from stackyard.text import printable
    from stackyard_web.tables.actions import read_memo
    from stackyard_web.tables.seat_holders import recovery_code
    from stackyard_web.tables.tokens import TOKEN, Tokens

    found = TOKEN.search(link)
    if found is None:
        raise click.UsageError(
            f"{printable(link)!r} is no link to a table, such as http://127.0.0.1:8000/t/12.…"
        )
    archive, token, number = Archive(), found[0], int(found[1])
    if not archive.path.exists():
        raise ArchiveError(f"there is no archive at {archive.path}")
    tokens, match_id = Tokens.of(archive), archive.id_of(number)
    role = tokens.role(token, match_id)
    if role is None or not role.seats:
        raise click.UsageError("this link opens no seat; ask the player for the link of the seat")
    (memo,) = [
        read_memo(one.memo)
        for one in archive.entries(label="", digits=str(number))
        if one.number == number
    ]
    code = memo and recovery_code(tokens, match_id, memo, role.seats)
    if not code:
        raise click.UsageError("no browser holds this seat: its link alone opens it")
    click.echo(f"The code of this seat in match {number} is {code}.")
