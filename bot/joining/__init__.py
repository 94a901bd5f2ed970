"""The guided form of `/join`: place, party, characters, coat of arms, one private message.

`beginning` is what is kept between presses, `steps` what can be chosen, `texts` how it reads,
`pages` the buttons and menus of each page, `panel` the message that turns from one to the next.
"""
