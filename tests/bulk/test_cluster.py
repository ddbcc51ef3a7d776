"""The simulation of docs/scaling.md: each unit is noted once, whatever is lost, and chance is made of the seed."""

from __future__ import annotations

import pytest
from benchmarks.cluster import Cluster, Simulation, Work
from hypothesis import given, settings
from hypothesis import strategies as st

from turnwire.bulk.local import TRIES

CLUSTERS = st.builds(
    Cluster,
    machines=st.integers(1, 5),
    workers=st.integers(1, 4),
    slow=st.floats(0, 1),
    slowdown=st.floats(1, 5),
    losses=st.floats(0, 60),
    pause=st.floats(0, 600),
)


@settings(deadline=None)
@given(cluster=CLUSTERS, units=st.integers(0, 100), seed=st.integers(0, 1000))
def test_each_unit_is_noted_once_or_reported(cluster: Cluster, units: int, seed: int) -> None:
    work = Work(units, 20.0)
    found = Simulation(cluster, work, seed).run()
    assert set(found.noted) <= {0, 1}
    assert units == sum(found.noted) + found.failed
    assert TRIES * found.failed <= found.retried
    assert found == Simulation(cluster, work, seed).run()


def test_alike_machines_that_stay_are_ideal() -> None:
    found = Simulation(Cluster(machines=10, workers=4), Work(40_000, 10.0), 1).run()
    assert 10_000 == pytest.approx(found.seconds, rel=0.02)
    assert (0, 0.0, 0) == (found.failed, found.lost, found.retried)


def test_slow_machines_cost_their_part_and_lost_ones_their_work() -> None:
    work = Work(40_000, 10.0)
    slow = Simulation(Cluster(10, 4, slow=0.5, slowdown=2), work, 1).run()
    assert 10_000 / 0.75 == pytest.approx(slow.seconds, rel=0.02)
    lost = Simulation(Cluster(10, 4, losses=3, pause=0), work, 1).run()
    assert 10_000 + lost.lost / 40 == pytest.approx(lost.seconds, rel=0.02)
    assert lost.retried > 0


def test_a_driver_that_notes_too_slowly_is_the_limit() -> None:
    found = Simulation(Cluster(), Work(10_000, 1.0, noting=0.1), 1).run()
    assert 1_000 == pytest.approx(found.seconds, rel=0.02)
