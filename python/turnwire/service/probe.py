"""`python -m turnwire.service.probe`: ask a server for its health, for containers and other supervisors."""

from __future__ import annotations

from pathlib import Path

import click
import grpc
from grpc_health.v1 import health_pb2

from turnwire.service.health import NAME

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("probe")
@click.option("--target", default="127.0.0.1:50051", show_default=True, help="Host and port of the server.")
@click.option("--timeout", type=click.FloatRange(0.1), default=3.0, show_default=True, help="Seconds to wait.")
@click.option("--ca", type=_FILE, help="With TLS: the authority of the server's certificate, in PEM.")
@click.option("--name", help="With TLS: the name in the certificate, if it is not that of the target.")
@click.option("--certificate", type=_FILE, help="With mutual TLS: the certificate of this client, in PEM.")
@click.option("--key", type=_FILE, help="With mutual TLS: its private key, in PEM.")
def probe(
    *, target: str, timeout: float, ca: Path | None, name: str | None, certificate: Path | None, key: Path | None
) -> None:
    """End with 0 if the server takes calls, and with 1 and a line if it does not."""
    options = () if name is None else (("grpc.ssl_target_name_override", name),)
    if ca is None:
        channel = grpc.insecure_channel(target, options)
    else:
        pair = (None if key is None else key.read_bytes(), None if certificate is None else certificate.read_bytes())
        channel = grpc.secure_channel(target, grpc.ssl_channel_credentials(ca.read_bytes(), *pair), options)
    with channel:
        status = _status(channel, timeout)
    if status != "SERVING":
        raise click.ClickException(f"{target}: {status}")


def _status(channel: grpc.Channel, timeout: float) -> str:
    request = health_pb2.HealthCheckRequest()
    check = channel.unary_unary(
        f"/{NAME}/Check", health_pb2.HealthCheckRequest.SerializeToString, health_pb2.HealthCheckResponse.FromString
    )
    try:
        reply: health_pb2.HealthCheckResponse = check(request, timeout=timeout)
    except grpc.RpcError as error:
        return str(error.code().name)
    return str(health_pb2.HealthCheckResponse.ServingStatus.Name(reply.status))


if __name__ == "__main__":
    probe()
