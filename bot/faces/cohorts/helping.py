"""What players of Cohorts want to do, and how it is done."""

from __future__ import annotations

from typing import Final

from bot.faces.help_topics import Topic
from bot.faces.leads import Lead


def _paths(*lines: str) -> tuple[tuple[str, str], ...]:
    """Paths of orders from lines such as "stack: move rest"."""
    found: list[tuple[str, str]] = []
    for line in lines:
        group, _, names = line.partition(": ")
        found += [(group, name) for name in names.split()]
    return tuple(found)


_QUESTS: Final = Lead(
    label="Quests that you know", note="Who could go, what it asks", emoji="🗺️",
    panel=("quests", ""),
)  # fmt: skip
_MARKET: Final = Lead(
    label="The market", note="What is open for trade", emoji="⚖️", panel=("market", "")
)

TOPICS: Final = (
    Topic(
        name="What now",
        emoji="❓",
        about="What a good turn has, and how to send it",
        says=(
            "A good turn has four parts. **Cities**: use every action, for a city does little by "
            "itself. **Heroes**: each can do one thing before or after moving. **Stacks**: send "
            "one somewhere new. **Submit**: nothing happens before you do. Orders that you give "
            "stay in a list, and you may change them until the deadline."
        ),
        words=(
            "status", "done", "finish", "finished", "ready", "end", "next", "start", "begin",
            "beginner", "tutorial", "guide", "stuck", "idle", "submit", "send", "turn", "commands",
            "help", "first", "newbie", "overview",
        ),
        orders=_paths(
            "city: train", "character: practice-skill", "stack: activate", "transfer: all",
            "stack: move", "city: construct-village",
        ),
        commands=(
            ("turn", "what is left to do this turn, by tapping"),
            ("orders list", "your orders so far, to move or remove them"),
            ("orders preview", "what they would do"),
            ("orders submit", "send your turn"),
            ("report", "what happened last"),
            ("goal", "how this campaign is won"),
        ),
        rules=(
            "cohorts.turn.submission", "cohorts.turn.order-phases", "cohorts.city.actions",
            "cohorts.stack.overview", "cohorts.world.modules",
        ),
    ),
    Topic(
        name="Explore",
        emoji="🧭",
        about="See more of the world, find quests",
        says=(
            "Only stacks move. Make a stack where your heroes are, put heroes or soldiers into "
            "it, and send it where the map is dark: it sees what lies beside its way. Places of "
            "note hold quests and adventures for whoever stands there."
        ),
        words=(
            "explore", "scout", "discover", "move", "walk", "go", "travel", "march", "quest",
            "adventure", "map", "look", "search", "where",
        ),
        orders=_paths(
            "stack: move activate", "transfer: character unit all", "stack: quest",
            "character: adventure", "stack: deactivate", "set: banner ship",
        ),
        commands=(
            ("map", "what your faction knows"),
            ("show stack", "how far a stack comes"),
        ),
        leads=(_QUESTS,),
        rules=(
            "cohorts.movement.move-order", "cohorts.movement.base-rate",
            "cohorts.turn.sighting-when", "cohorts.order.perform-quest", "cohorts.knowledge.view",
        ),
    ),
    Topic(
        name="Fight",
        emoji="⚔️",
        about="Attack, besiege, defend, take cities",
        says=(
            "A stack fights in the military phase. Phase 1 comes before movement, phase 2 after "
            "it: to march and attack in one turn, give the attack in phase 2. A faction must be "
            "at war with yours; cities that nobody plays may be attacked at any time. Look at the "
            "odds first."
        ),
        words=(
            "attack", "fight", "war", "battle", "conquer", "siege", "defend", "raid", "kill",
            "army", "take", "retreat", "invade", "hit", "odds",
        ),
        orders=_paths(
            "war: conquer siege raze bombard repel defend assist", "stack: move rest",
            "set: slot directive combat-spell", "diplomacy: declare-war",
            "unit: abandon-wounded bury",
        ),
        commands=(
            ("odds", "who would win"),
            ("battle", "a battle that was fought, step by step"),
        ),
        rules=(
            "cohorts.order.conquer-city", "cohorts.action.phases", "cohorts.battle.sequence",
            "cohorts.order.siege-barony", "cohorts.battle.capture", "cohorts.diplomacy.relations",
        ),
    ),
    Topic(
        name="Build",
        emoji="🏗️",
        about="Villages, guilds, walls, workshops",
        says=(
            "A city has one action a turn, and one more for each 5,000 people. Villages on "
            "deposits bring the resources that guilds, walls and workshops ask for, so they come "
            "first. More people mean more actions and recruits."
        ),
        words=(
            "build", "construct", "found", "village", "guild", "wall", "tower", "road", "castle",
            "upgrade", "city", "grow", "farm", "mine", "house",
        ),
        orders=_paths(
            "city: construct-village improve-village build-improvement build-guild improve-guild "
            "attract build-walls build-watch-tower build-guard-tower build-wizard-tower "
            "build-castle build-road relocate-village",
            "guild: improve-self",
        ),
        commands=(
            ("show city", "what a city can do, and what is missing"),
            ("map", "choose the layer of resources"),
        ),
        rules=(
            "cohorts.city.actions", "cohorts.city.resource-access", "cohorts.city.build-village",
            "cohorts.order.build-guild", "cohorts.city.population-growth",
        ),
    ),
    Topic(
        name="Train",
        emoji="🎓",
        about="Soldiers, heroes, skills, levels",
        says=(
            "A city with barracks makes soldiers of its recruits. Heroes learn by practice, at "
            "guilds and from fights; a new level brings points that you must spend. Renown hires "
            "further heroes."
        ),
        words=(
            "train", "recruit", "hire", "soldier", "soldiers", "troops", "level", "levelup",
            "skill", "xp", "experience", "learn", "practice", "practise", "unit", "hero", "units",
        ),
        orders=_paths(
            "city: train conscript", "character: practice-skill", "guild: train-character",
            "spend: skill-points attribute-points", "character: recruit influence",
            "stack: training-camp", "character: field-train", "guild: train-units",
            "set: talents",
        ),
        rules=(
            "cohorts.city.train-military-units", "cohorts.city.monthly-recruits",
            "cohorts.order.practice-skill", "cohorts.xp.level-up",
            "cohorts.order.recruit-character",
        ),
    ),
    Topic(
        name="Trade",
        emoji="⚖️",
        about="Exchange resources, make and hand over goods",
        says=(
            "There is no money. A city with a merchant's guild opens resources and exchanges "
            "access to them with another city. Cities make weapons and gear; items change hands "
            "where both are."
        ),
        words=(
            "trade", "buy", "sell", "gold", "money", "market", "shop", "goods", "resource",
            "resources", "offer", "give", "merchant", "deal",
        ),
        orders=_paths(
            "trade: open offer accept withdraw remove break", "agent: negotiate", "city: make",
            "transfer: items", "production: send-items", "transfer: renown",
        ),
        leads=(_MARKET,),
        rules=(
            "cohorts.guild.merchant", "cohorts.order.offer-trade-agreement",
            "cohorts.order.make-equipment", "cohorts.renown.spend", "cohorts.city.resource-access",
        ),
    ),
    Topic(
        name="Magic",
        emoji="✨",
        about="Cast, learn, research, brew, enchant",
        says=(
            "A hero with spell craft, and a mage's guild, cast spells and add mana to make them "
            "stronger. Spells are learnt at guilds, from others or by research. Battle spells are "
            "loaded before the fight."
        ),
        words=(
            "magic", "spell", "spells", "cast", "mana", "mage", "wizard", "potion", "enchant",
            "research", "brew", "miracle",
        ),
        orders=_paths(
            "character: cast learn-from-guild learn-from research-spell drop-spell",
            "set: combat-spell", "guild: cast research-spell learn-spell miracle make-potion",
            "craft: potion gather-flora enchant item research-recipe scroll",
            "character: ritual", "guild: research-item enchant create-unique bestow",
        ),
        rules=(
            "cohorts.order.character-cast-spell", "cohorts.magic.spell-sources",
            "cohorts.magic.mana-pool", "cohorts.magic.spell-catalogue",
            "cohorts.order.load-combat-spell",
        ),
    ),
    Topic(
        name="Spy",
        emoji="🕵️",
        about="Look inside, steal, sabotage, murder",
        says=(
            "Heroes with covert skills go on missions within reach, and may be caught. A bodyguard "
            "protects your own. Agents are summoned servants that pass through every land."
        ),
        words=(
            "spy", "steal", "thief", "rob", "assassinate", "murder", "sabotage", "agent",
            "kidnap", "hide", "prisoner", "escape", "rescue", "poison",
        ),
        orders=_paths(
            "covert: spy-city spy-province spy-party spy-legion spy-character spy-barony "
            "spy-defenses guard assassinate kidnap rescue escape",
            "character: summon-agent", "agent: detect steal-spell rob assassinate",
            "covert: steal-city steal-character steal-stack steal-province steal-equipped "
            "sabotage-walls sabotage-morale cause-strife poison-weapons",
            "faith: attack-church convert-church",
        ),
        rules=(
            "cohorts.covert.success-chance", "cohorts.covert.capture", "cohorts.order.spy-city",
            "cohorts.agent.overview", "cohorts.order.assign-bodyguard",
        ),
    ),
    Topic(
        name="Talk",
        emoji="💬",
        about="War, peace, alliances, teammates",
        says=(
            "Factions are neutral, allied or at war, by the votes of their players. Your faction's "
            "channel is for teammates: share your orders there, and agree on who runs first."
        ),
        words=(
            "talk", "ally", "alliance", "peace", "diplomacy", "vote", "message", "friend", "team",
            "chat", "treaty", "share", "betray",
        ),
        orders=_paths(
            "diplomacy: declare-alliance declare-war sue-for-peace break-alliance rescind-votes",
            "set: message", "unit: gift", "transfer: city renown",
        ),
        commands=(
            ("note", "write to another faction"),
            ("treaty propose", "a text that both sides sign"),
            ("orders share", "let your teammates read your orders"),
            ("orders team", "what your teammates share"),
            ("relations", "who is at war with whom"),
        ),
        rules=(
            "cohorts.diplomacy.relations", "cohorts.diplomacy.votes", "cohorts.turn.shared-orders",
            "cohorts.turn.sequence", "cohorts.world.faction-relations",
        ),
    ),
    Topic(
        name="Gear and people",
        emoji="🎒",
        about="Equip, heal, hand over, let go",
        says=(
            "What a stack or city owns is equipped by whoever is in it. Wounds heal at the month's "
            "production, and sooner by rest, churches and magic."
        ),
        words=("equip", "wear", "gear", "heal", "rest", "item", "items", "inventory", "drink"),
        orders=_paths(
            "equip: character unit", "transfer: items character unit", "stack: rest",
            "character: take-a-break drink", "unit: strip drop gift bury abandon-wounded",
            "guild: heal make-draughts",
        ),
        rules=(
            "cohorts.item.equipment-slots", "cohorts.order.equip-character",
            "cohorts.production.monthly-healing", "cohorts.order.rest",
        ),
    ),
)  # fmt: skip
