"""The simulated guild of the practice table: its people, what they may see, what the bot may do.

Built anew at every start, before the bot connects. The channels and roles of a campaign are not
here: the bot makes them, and the stored campaign brings them back.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import discord
from simcord import ChannelHandle, Env, GuildHandle, MemberActor, RoleHandle

from bot.client import PERMISSIONS

OWNER = "Morgan"
PLAYERS = ("Ada", "Bram", "Cora", "Dagny", "Emil", "Freya")
LOBBY = "lobby"


@dataclass(frozen=True, slots=True)
class PracticeGuild:
    """The guild, the role of its moderators, and its people by name, the owner first."""

    env: Env
    handle: GuildHandle
    moderators: RoleHandle
    people: dict[str, MemberActor]

    @property
    def owner(self) -> MemberActor:
        return self.people[OWNER]

    def ids(self) -> dict[str, int]:
        """What has an id before there is any campaign, by name: the people and their role."""
        return {name: person.id for name, person in self.people.items()} | {
            self.moderators.name: self.moderators.id
        }

    def channels(self) -> Iterator[ChannelHandle]:
        """The channels in which one can write, as Discord orders them: by category."""
        backend = self.env.backend
        ids = backend.guilds[self.handle.id].channel_ids
        of_guild = [backend.channels[number] for number in ids]
        categories = [c.id for c in of_guild if c.type == discord.ChannelType.category.value]
        texts = [c for c in of_guild if c.type == discord.ChannelType.text.value]
        places = {None: -1} | {category: place for place, category in enumerate(categories)}
        for channel in sorted(texts, key=lambda c: places[c.parent_id]):
            yield ChannelHandle(self.env, self.handle, channel)

    def category(self, channel: ChannelHandle) -> str | None:
        """The name of the channel's category."""
        parent = self.env.backend.get_channel(channel.id).parent_id
        return self.env.backend.get_channel(parent).name if parent else None

    def sees(self, person: MemberActor, channel: ChannelHandle) -> bool:
        """Whether this person sees the channel and what was said in it."""
        rights = discord.Permissions(
            self.env.backend.compute_permissions(self.handle.id, person.id, channel.id)
        )
        return rights.view_channel and rights.read_message_history

    def roles(self, person: MemberActor) -> tuple[str, ...]:
        """The names of the person's roles, as the page tells them."""
        guild = self.env.backend.guilds[self.handle.id]
        owner = ("Owner",) if guild.owner_id == person.id else ()
        held = guild.members[person.id].role_ids
        return owner + tuple(guild.roles[role].name for role in held)

    def who_sees(self, channel: ChannelHandle) -> tuple[str, ...]:
        """The names of all who see the channel."""
        return tuple(name for name, person in self.people.items() if self.sees(person, channel))


def build(env: Env) -> PracticeGuild:
    """Make the guild in an environment whose bot has not connected yet."""
    env.backend.edit_bot_profile("Hexmuster")
    owner = env.create_user(OWNER.lower(), global_name=OWNER)
    guild = env.create_guild("Practice table", owner=owner)
    moderators = guild.create_role("Moderators", permissions=discord.Permissions(manage_guild=True))
    env.backend.add_member_role(guild.id, owner.id, moderators.id)
    people = {OWNER: MemberActor(env, guild, owner)}
    for name in PLAYERS:
        people[name] = guild.add_member(env.create_user(name.lower(), global_name=name))
    guild.create_text_channel(LOBBY, topic="Everyone meets here. Type / to see the commands.")
    # What an invitation grants, and no more than that: so the table shows what the bot really can.
    backend_guild = env.backend.guilds[guild.id]
    for role in backend_guild.roles.values():
        if role.managed:
            role.permissions = PERMISSIONS.value
    return PracticeGuild(env, guild, moderators, people)
