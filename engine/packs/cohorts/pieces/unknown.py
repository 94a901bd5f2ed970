"""What one who lacks a field of a piece or place does not know, in words for people.

They stand behind "you do not know"; what is not here is "enough of" the thing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

PROVINCE: Final[Mapping[str, str]] = {
    "terrain": "what land lies there",
    "height": "how high the land lies",
    "barony": "to which barony the province belongs",
    "region": "in which region the province lies",
    "deposits": "what can be dug or grown in the province",
    "fortification": "how high the walls are",
    "walled": "when the walls were raised last",
    "sabotaged": "how far the walls were sabotaged",
    "gate": "where the gate leads",
    "level_limit": "how strong a force the province lets in",
    "pvp_free": "whether the province is safe for all",
}

LINK: Final[Mapping[str, str]] = {
    "river": "whether a river flows there",
    "road": "whether a road leads there",
    "paved": "when the road was built last",
    "barrier": "whether a barrier stands there",
}

TERRITORY: Final[Mapping[str, str]] = {
    "capital": "which city rules the territory",
}

KINGDOM: Final[Mapping[str, str]] = {
    "capital": "which city rules the kingdom",
}

CITY: Final[Mapping[str, str]] = {
    "name": "what the city is called",
    "province": "where the city is",
    "barony": "which barony the city rules",
    "baron": "who holds the city",
    "faction": "who may begin in the city",
    "population": "how many people live in the city",
    "slaves": "how many slaves live in the city",
    "improvements": "what is built in the city",
    "secrets": "what the city knows how to make",
    "shipped": "whether the city has sent goods this week",
    "reinforcing": "whether the city has sent troops this week",
    "actions": "how many actions the city has left",
    "strife": "whether there is strife in the city",
    "besieged": "whether the city is under siege",
    "defense": "what orders its garrison has",
    "sallied": "whether the garrison has come out this week",
    "message": "what the city says to all",
}

VILLAGE: Final[Mapping[str, str]] = {
    "level": "how large the village is",
    "changed": "when the village was built or raised",
    "moved": "when the village moved",
}

TOWER: Final[Mapping[str, str]] = {
    "level": "how high the tower is",
    "changed": "when the tower was built or raised",
}

GUILD: Final[Mapping[str, str]] = {
    "level": "how far the guild has come",
    "actions": "how many actions the guild has left",
    "mana": "how much mana the guild has",
    "deity": "whom the church serves",
    "spells": "which spells the guild has",
}

STACK: Final[Mapping[str, str]] = {
    "name": "what the stack is called",
    "player": "whose stack it is",
    "province": "where the stack is",
    "used": "how far the stack can still move",
    "acted": "whether the stack can still act this week",
    "banner": "under which banner the stack marches",
    "assists": "whether the stack helps its neighbours",
    "raids": "whom the stack has attacked this week",
    "repulsed": "whether the stack was beaten back this week",
    "message": "what the stack says to all",
}

PIECE: Final[Mapping[str, str]] = {
    "name": "who that is",
    "race": "of which people they are",
    "player": "whose they are",
    "holder": "where they are",
    "used": "how far they can still move",
    "acted": "whether they have acted this week",
    "ship": "aboard which ship they are",
    "message": "what they say to all",
    "level": "their level",
    "xp": "how much they have learned",
    "skills": "their skills",
    "talents": "their talents",
    "slot": "where they stand in battle",
    "wounds": "how badly they are wounded",
    "morale": "their morale",
    "directive": "whom they go for in battle",
    "equipment": "what they wear and wield",
    "captor": "whether anybody holds them prisoner",
    "statuses": "what spells and ailments lie on them",
    "nature": "what manner of being they are",
    "actions": "how many actions they have left",
    "deity": "whom they serve",
}

CHARACTER: Final[Mapping[str, str]] = {
    "job": "what class they are of",
    "starting": "whether they came with the start",
    "attributes": "their attributes",
    "loaded": "which spells they have ready for battle",
    "mana": "how much mana they have",
    "spells": "which spells they know",
    "guarding": "whom they guard",
    "dead": "whether they live",
    "seized": "where they were carried off",
    "titles": "which titles they bear",
}

UNIT: Final[Mapping[str, str]] = {
    "arm": "what kind of unit it is",
    "type": "what kind of unit it is",
    "soldiers": "how many soldiers there are",
}

AGENT: Final[Mapping[str, str]] = {
    "type": "what kind of agent it is",
    "summoner": "whom the agent serves",
}
