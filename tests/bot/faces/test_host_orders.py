"""What the host does for people is said by the last face that says it."""

from bot import faces
from bot.faces.face import Face, Faces
from bot.faces.host_orders import HostOrders, NewName
from engine.packs import Rules
from tests.packs.warlords.scene import WarScene
from tests.rules.scene import Scene


def test_a_campaign_of_warlords_has_the_acts_of_cohorts() -> None:
    acts = faces.of(WarScene().rules).host_orders
    assert acts.leave
    assert acts.leave(3).path == ("host", "leave")
    assert acts.renaming
    new = NewName("city", "Old", "New", player=2)
    order = acts.renaming.order(new)
    assert order.path == ("host", "rename")
    assert order.model_dump() == {"kind": "city", "called": "Old", "name": "New", "player": 2}


def test_a_later_face_says_all_acts_anew_and_one_without_a_face_knows_none() -> None:
    rules: Rules = Scene().rules
    own = HostOrders()
    assert (
        Faces(rules, (faces.load("cohorts"), Face(pack="toy", host_orders=own))).host_orders is own
    )
    assert Faces(rules, (Face(pack="toy"),)).host_orders == HostOrders()
