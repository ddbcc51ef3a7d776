"""deploy/ is read and checked here, and not run: there is no Docker, systemd or Kubernetes in the tests."""

from __future__ import annotations

import configparser
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from benchmarks.load.sizing import at_most
from msgspec.structs import replace

from turnwire.service.command import serve
from turnwire.service.probe import probe
from turnwire.service.settings import Settings, problems

DEPLOY = Path(__file__).parents[2] / "deploy"
MIB, GIB = 2**20, 2**30
BESIDE = 100 * MIB
"""The supervisor and the process of the metrics."""
EXTRA_SECONDS = 5
"""After the grace, the supervisor waits so long until it kills its processes."""


def manifests() -> dict[str, Any]:
    return {each["kind"]: each for each in yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text("utf-8"))}


def given(args: list[str], folder: Path) -> Settings:
    """The settings of these options, with files in a folder."""
    for name in ("tls.crt", "tls.key", "tokens.toml", "ca.crt"):
        (folder / name).touch()
    context = serve.make_context("serve", [each.replace("/secret", str(folder)) for each in args])
    for name in ("check_config", "openapi", "descriptor_set"):  # what is done instead of serving
        context.params.pop(name)
    return Settings(**context.params)


def test_the_pods_start_a_server_that_is_safe(tmp_path: Path) -> None:
    pod = manifests()["Deployment"]["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    settings = given(container["args"], tmp_path)
    assert [] == list(problems(settings))
    assert "0.0.0.0" == settings.host  # noqa: S104 - as a pod must
    assert settings.lame_duck + settings.grace + EXTRA_SECONDS < pod["terminationGracePeriodSeconds"]
    ports = {each["name"]: each["containerPort"] for each in container["ports"]}
    assert {"grpc": settings.port, "metrics": settings.metrics_port} == ports
    assert str(settings.processes) == container["resources"]["requests"]["cpu"]
    assert pod["securityContext"]["runAsNonRoot"]
    assert container["securityContext"]["readOnlyRootFilesystem"]
    mounted = {each["name"] for each in container["volumeMounts"]}
    assert mounted == {each["name"] for each in pod["volumes"]}


def test_a_pod_has_the_memory_that_its_settings_may_need(tmp_path: Path) -> None:
    (container,) = manifests()["Deployment"]["spec"]["template"]["spec"]["containers"]
    settings = given(container["args"], tmp_path)
    (limit,) = re.findall(r"^(\d+)Gi$", container["resources"]["limits"]["memory"])
    assert settings.processes * at_most(settings) + BESIDE < int(limit) * GIB


def rows() -> list[tuple[str, ...]]:
    page = (DEPLOY.parent / "docs" / "operations.md").read_text("utf-8")
    return re.findall(r"^\| (\d+) MiB[^|]* \| (\d+)[^|]* \| ([\d.]+) (.iB) \| ([\d.]+) (.iB) \|$", page, re.MULTILINE)


@pytest.mark.parametrize(("largest", "streams", "alone", "unit", "both", "same"), rows())
def test_the_page_has_what_a_process_needs(
    largest: str, streams: str, alone: str, unit: str, both: str, same: str
) -> None:
    settings = Settings(max_message_bytes=int(largest) * MIB, max_streams=int(streams))
    found = [at_most(settings), at_most(replace(settings, http_port=0))]
    shown = [float(number) * {"MiB": MIB, "GiB": GIB}[of] for number, of in ((alone, unit), (both, same))]
    assert shown == pytest.approx(found, rel=0.05)


def test_the_probes_ask_for_the_health(tmp_path: Path) -> None:
    (container,) = manifests()["Deployment"]["spec"]["template"]["spec"]["containers"]
    (tmp_path / "ca.crt").touch()
    for name in ("startupProbe", "readinessProbe", "livenessProbe"):
        command = container[name]["exec"]["command"]
        assert ["python", "-m", "turnwire.service.probe"] == command[:3]
        context = probe.make_context("probe", [each.replace("/secret", str(tmp_path)) for each in command[3:]])
        assert context.params["timeout"] < container[name]["timeoutSeconds"]


def test_everything_is_about_the_same_pods() -> None:
    found = manifests()
    assert {"Deployment", "Service", "HorizontalPodAutoscaler", "PodDisruptionBudget"} == found.keys()
    deployment = found["Deployment"]
    labels = deployment["spec"]["template"]["metadata"]["labels"]
    assert labels == deployment["spec"]["selector"]["matchLabels"]
    assert labels == found["Service"]["spec"]["selector"]
    assert labels == found["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"]
    target = found["HorizontalPodAutoscaler"]["spec"]["scaleTargetRef"]
    assert (deployment["apiVersion"], "Deployment", deployment["metadata"]["name"]) == (
        target["apiVersion"],
        target["kind"],
        target["name"],
    )
    budget, scaling = found["PodDisruptionBudget"]["spec"], found["HorizontalPodAutoscaler"]["spec"]
    assert budget["minAvailable"] < scaling["minReplicas"] < scaling["maxReplicas"]
    (port,) = found["Service"]["spec"]["ports"]
    assert "grpc" == port["targetPort"]
    assert "replicas" not in deployment["spec"]  # the autoscaler's


def test_the_image_runs_as_nobody_in_particular() -> None:
    lines = [line for line in (DEPLOY / "Dockerfile").read_text("utf-8").splitlines() if not line.startswith("#")]
    words = [line.split(maxsplit=1) for line in lines if line.strip()]
    users = [rest for word, rest in words if word == "USER"]
    assert 1 == len(users)
    assert int(users[0]) > 0
    last = max(position for position, (word, _) in enumerate(words) if word == "FROM")
    assert any(word == "USER" for word, _ in words[last:])
    (check,) = [rest for word, rest in words if word == "HEALTHCHECK"]
    assert "turnwire.service.probe" in check
    (ports,) = [rest for word, rest in words if word == "EXPOSE"]
    assert Settings().port == int(ports)


def test_the_unit_stops_the_server_and_waits_for_its_calls() -> None:
    unit = configparser.ConfigParser(strict=True, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read_string((DEPLOY / "turnwire.service").read_text("utf-8"))
    service = unit["Service"]
    assert "mixed" == service["KillMode"]
    assert Settings().lame_duck + Settings().grace + EXTRA_SECONDS < int(service["TimeoutStopSec"])
    named = set(re.findall(r"--[a-z-]+", service["ExecStart"] + service["ExecStartPre"]))
    assert named <= {option for each in serve.params for option in each.opts}
    assert "yes" == service["DynamicUser"] == service["NoNewPrivileges"]
