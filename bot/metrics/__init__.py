"""Figures for the bot's host, as Prometheus reads them: made only if the host asks for them.

What happens is counted in `counted`, how things stand is looked up when it is asked for (`present`,
`files`), and `port` serves both. No figure names a guild, a campaign or a person.
"""
