"""Guided forms on Discord: one private message that turns from page to page.

The pages are plain values (`bot.faces.pages`). `widgets` and `cards` turn them into menus, buttons
and embeds, `panel` is the message, `making` the form that ends in orders carried out at once. The
form that takes a seat is `bot.joining`.
"""
