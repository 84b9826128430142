"""``completion``: the shell completes commands and options."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the script that makes SHELL complete commands and options.

    bash, in ~/.bashrc: eval "$(graphrag-neo4j completion bash)". zsh: the same in ~/.zshrc.
    fish: graphrag-neo4j completion fish > ~/.config/fish/completions/graphrag-neo4j.fish

    Example: graphrag-neo4j completion bash
    """
    made = get_completion_class(shell)
    assert made is not None
    name = context.find_root().info_name or "graphrag-neo4j"
    variable = f"_{name.replace('-', '_').upper()}_COMPLETE"
    click.echo(made(context.find_root().command, {}, name, variable).source())
