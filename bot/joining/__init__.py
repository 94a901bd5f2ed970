"""The guided form of `/join` on Discord: one private message, made from what the face describes.

What can be chosen and how it reads a face says (`bot.faces.join_forms`). `kept` is the draft in the
store, `places` the page that every form has, `cards` and `widgets` turn values into embeds, menus
and buttons, `panel` is the message that turns from page to page.
"""
