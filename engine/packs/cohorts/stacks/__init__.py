"""Stacks of Cohorts: putting them into play, what is in them, and their one action a week.

What befalls their pieces is here too: harm, captivity, drowning with a ship, leaving a player. It
stands on `movement` and `trade`.
"""

from typing import Final

from engine.packs.chapters import Chapter
from engine.packs.cohorts.stacks import (
    activation,
    banners,
    battle_slots,
    equipping,
    leaving,
    messages,
    rest,
    ships,
    sinking,
    training_camp,
    transfers,
    wounded,
)

CHAPTER: Final = Chapter(
    events=(
        activation.StackActivated,
        activation.StackDeactivated,
        transfers.PieceTransferred,
        transfers.ItemsTransferred,
        transfers.AllTransferred,
        transfers.PrisonerReleased,
        battle_slots.BattleSlotAssigned,
        ships.ShipAssigned,
        banners.BannerSet,
        equipping.Equipped,
        equipping.Stripped,
        wounded.WoundedAbandoned,
        leaving.PieceDropped,
        leaving.PieceGifted,
        leaving.PieceBuried,
        leaving.CityInherited,
        messages.MessageChanged,
        sinking.ShipSunk,
        rest.StackRested,
        training_camp.TrainingCampHeld,
    ),
    orders=(
        activation.ActivateStack,
        activation.DeactivateStack,
        transfers.TransferCharacter,
        transfers.TransferMilitaryUnit,
        transfers.TransferItems,
        transfers.TransferAll,
        battle_slots.AssignBattleSlot,
        ships.AssignShip,
        banners.SetBanner,
        equipping.EquipCharacter,
        equipping.EquipMilitaryUnit,
        equipping.StripUnit,
        wounded.AbandonWounded,
        leaving.DropUnit,
        leaving.GiftUnit,
        leaving.BuryUnit,
        messages.ChangeMessage,
        rest.Rest,
        training_camp.TrainingCamp,
    ),
)
