"""Past battles as they are seen: from a battle's record to scenes and to a full account.

Pure, and from the record alone: nothing here draws, asks Discord or reads a store. Drawing is in
`bot.images.battle`.
"""
