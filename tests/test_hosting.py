"""What stands ready for hosts names what there is: settings, volumes, figures, shards."""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.settings import VARIABLES
from bot.shards import Shards
from bot.store.schedule import SCHEDULE

ROOT = Path(__file__).resolve().parents[1]
HOSTING = ROOT / "docs" / "hosting"
PAGE = (ROOT / "docs" / "hosting.md").read_text("utf-8")
WATCHING = (ROOT / "docs" / "watching.md").read_text("utf-8")


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text("utf-8"))


def test_the_services_get_settings_files_and_volumes_that_there_are() -> None:
    compose = read(ROOT / "compose.yaml")
    services = compose["services"]
    assert set(services["bot"]["environment"]) <= set(VARIABLES)
    dockerfile = (ROOT / "Dockerfile").read_text("utf-8")
    for service in services.values():
        for volume in service["volumes"]:
            source, target = volume.split(":")[:2]
            if source.startswith("."):
                assert (ROOT / source).is_file(), source
            else:
                assert source in compose["volumes"]
                # Made in the image, so that a new volume is its user's.
                assert source == "prometheus" or f" {target}" in dockerfile
    place = services["bot"]["environment"]["HEXMUSTER_BACKUPS"]
    assert services["litestream"]["environment"]["LITESTREAM_REPLICA"].startswith(f"{place}/")
    assert services["litestream"]["user"] in re.findall(r"^USER (\d+)$", dockerfile, re.MULTILINE)


def test_litestream_takes_the_servers_files_and_leaves_the_schedule() -> None:
    [copied] = read(HOSTING / "litestream.yml")["dbs"]
    named = Path("700000000000000007.sqlite")
    assert named.match(copied["pattern"])
    for other in (SCHEDULE, Shards(0, 3, 16).own(SCHEDULE), f"{named}.before-20260105T140000Z"):
        assert not Path(other).match(copied["pattern"])
    asked = set(re.findall(r"\$\{(\w+)\}", (HOSTING / "litestream.yml").read_text("utf-8")))
    compose = read(ROOT / "compose.yaml")
    assert asked == set(compose["services"]["litestream"]["environment"])


def test_prometheus_asks_the_services_and_alarms_are_those_of_the_page() -> None:
    compose = read(ROOT / "compose.yaml")
    for job in read(HOSTING / "prometheus.yml")["scrape_configs"]:
        [target] = job["static_configs"][0]["targets"]
        assert target.partition(":")[0] in compose["services"]
    rules = [rule for group in read(HOSTING / "alarms.yml")["groups"] for rule in group["rules"]]
    alarms = {rule["expr"] + (f" for {rule['for']}" if "for" in rule else "") for rule in rules}
    told = re.findall(r"^\| `([^`]+)`(?: for (\d+) minutes)? \|", WATCHING, re.MULTILINE)
    assert alarms <= {expr + (f" for {minutes}m" if minutes else "") for expr, minutes in told}
    names = {name for expr in alarms for name in re.findall(r"hexmuster_\w+", expr)}
    assert {name for name in names if f"`{name}" not in WATCHING} == set()


@pytest.mark.parametrize("pod, shards", [(0, "0-3/16"), (1, "4-7/16"), (3, "12-15/16")])
def test_each_pod_has_shards_of_its_own(pod: int, shards: str) -> None:
    [container] = read(HOSTING / "statefulset.yaml")["spec"]["template"]["spec"]["containers"]
    for script in (container["args"][0], container["readinessProbe"]["exec"]["command"][2]):
        said = re.sub("exec .*", 'echo "$HEXMUSTER_SHARDS"', script)
        assert said != script
        done = subprocess.run(
            ["/bin/sh", "-c", said],
            env={"HOSTNAME": f"hexmuster-{pod}"},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == shards
        # Kubernetes replaces $(NAME) where it knows the name, and knows none like these.
        assert not re.search(r"\$\(\w+\)", script)


def test_the_pods_together_have_every_shard_once() -> None:
    ranges = [Shards(4 * pod, 4 * pod + 3, 16) for pod in range(4)]
    assert read(HOSTING / "statefulset.yaml")["spec"]["replicas"] == len(ranges)
    assert sorted(shard for each in ranges for shard in each.ids) == list(range(16))


def test_the_page_names_files_that_there_are() -> None:
    for named in re.findall(r"\]\(([\w./-]+)\)", PAGE):
        assert (ROOT / "docs" / named).exists(), named
