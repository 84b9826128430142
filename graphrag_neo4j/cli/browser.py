"""``browser``: look at the graph in Neo4j Browser."""

from __future__ import annotations

import webbrowser

import click

from graphrag_neo4j.cli.app import App, json_option, pass_app

print_option = click.option(
    "--print", "print_only", is_flag=True, help="Print the address, open nothing."
)


@click.group(invoke_without_command=True)
@print_option
@click.option("--query", metavar="NAME", help="With this saved query in the editor.")
@click.pass_context
def browser(context: click.Context, print_only: bool, query: str | None) -> None:
    """Open Neo4j Browser with the connection to this graph filled in.

    Example: graphrag-neo4j browser --query hubs_map
    """
    if context.invoked_subcommand:
        return
    from graphrag_neo4j.apps.neo4j_browser import browser_address, saved_query

    text = saved_query(query).text if query else ""
    address = browser_address(context.ensure_object(App).settings)
    url = address.url(command="edit", argument=text) if query else address.url()
    click.echo(url)
    click.echo(address.login, err=True)
    if not print_only:
        webbrowser.open(url)


@browser.command()
@click.argument("name", required=False)
@json_option
@pass_app
def queries(app: App, name: str | None) -> None:
    """List the saved queries, or print the one called NAME, to be pasted into Browser.

    Example: graphrag-neo4j browser queries why_connected
    """
    from graphrag_neo4j.apps.neo4j_browser import saved_queries, saved_query

    if name:
        query = saved_query(name)
        app.emit(query, query.text.rstrip())
        return
    found = saved_queries()
    app.emit(found, "\n".join(f"{q.name:22}{q.purpose}" for q in found))


@browser.command()
@click.option(
    "--port", type=click.IntRange(1, 65535), help="Its port. [default: 8001 or the next free]"
)
@print_option
@pass_app
def guide(app: App, port: int | None, print_only: bool) -> None:
    """Serve a guided tour of the graph on this machine, and open Browser to play it.

    Runs until Ctrl-C.

    Example: graphrag-neo4j browser guide
    """
    from graphrag_neo4j.apps.neo4j_browser import GuideServer, browser_address

    address = browser_address(app.settings)
    server = GuideServer(address, port)
    url = address.url(command="guide", argument=server.guide_url)
    click.echo(
        f"{url}\n{address.login}\nIn an open Browser, type  :guide {server.guide_url}\n"
        f"Colours and captions:     :style {server.style_url}\nEnd with Ctrl-C."
    )
    if not print_only:
        webbrowser.open(url)
    try:
        server.serve()
    except KeyboardInterrupt:
        click.echo("Ended.", err=True)
    finally:
        server.close()
