// The official clients of Connect and of gRPC-Web call a real server over TLS with a token, by the TypeScript binding.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import test, { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { Code, createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { ConverterService } from "../../generated/typescript/dist/turnwire/v1/service_pb.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const turnwire = process.env.TURNWIRE ?? join(root, ".venv/bin/turnwire");
const folder = mkdtempSync(join(tmpdir(), "turnwire-"));
const file = (name) => join(folder, name);
const body = { model: "m", messages: [{ role: "user", name: "mira", content: "Hello." }] };
const bytes = (value) => new TextEncoder().encode(JSON.stringify(value));
let server;
let address;

before(async () => {
  const key = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1"];
  const names = ["-subj", "/CN=turnwire", "-addext", "subjectAltName=IP:127.0.0.1"];
  const out = ["-keyout", file("key.pem"), "-out", file("cert.pem")];
  execFileSync("openssl", [...key, ...names, ...out], { stdio: "ignore" });
  writeFileSync(file("tokens.toml"), '[gateway]\ntoken = "swordfish"\n');
  const tls = ["--tls-certificate", file("cert.pem"), "--tls-key", file("key.pem"), "--tokens", file("tokens.toml")];
  server = spawn(turnwire, ["serve", "--port", "0", "--http-port", "0", "--lame-duck", "0", ...tls]);
  for await (const line of createInterface({ input: server.stderr })) {
    if (line.includes('"http"')) {
      address = JSON.parse(line).http;
      break;
    }
  }
  assert.ok(address, "the server does not start");
});

after(async () => {
  server.kill();
  await once(server, "exit");
  rmSync(folder, { recursive: true });
});

function client({ transport = createConnectTransport, useBinaryFormat = false, token = "swordfish", ca = readFileSync(file("cert.pem")) } = {}) {
  const login = (next) => (request) => {
    request.header.set("authorization", `Bearer ${token}`);
    return next(request);
  };
  const options = { baseUrl: `https://${address}`, httpVersion: "1.1", nodeOptions: { ca, agent: false } };
  return createClient(ConverterService, transport({ ...options, useBinaryFormat, interceptors: [login] }));
}

const failed = (call) => call.then(() => assert.fail("it did not fail"), (error) => error);

const transports = [createConnectTransport, createGrpcWebTransport];
const ways = transports.flatMap((transport) =>
  [false, true].map((useBinaryFormat) => ({ transport, useBinaryFormat })),
);

for (const way of ways) {
  const name = `${way.transport.name}, binary: ${way.useBinaryFormat}`;

  test(`a call gives a converted document and its losses, ${name}`, async () => {
    const wire = { data: bytes(body), dialect: "openai_chat" };
    const converter = client(way);
    const { data, losses } = await converter.convert({ source: { case: "wire", value: wire }, target: "anthropic_messages" });
    assert.deepEqual(JSON.parse(new TextDecoder().decode(data)).messages, [{ role: "user", content: "Hello." }]);
    assert.ok(losses.some(({ path }) => path === "/history/0/name"));
  });

  test(`an error has its code and its details, ${name}`, async () => {
    const error = await failed(client(way).detect({ data: new TextEncoder().encode("{") }));
    assert.equal(error.code, Code.InvalidArgument);
    const types = error.details.map(({ type }) => type);
    assert.deepEqual(types, ["google.rpc.ErrorInfo", "google.rpc.BadRequest", "turnwire.v1.ValidateResponse"]);
  });
}

for (const transport of transports) {
  test(`a wrong token and a certificate that is not trusted end the call, ${transport.name}`, async () => {
    assert.equal((await failed(client({ transport, token: "sardine" }).listDialects({}))).code, Code.Unauthenticated);
    assert.match((await failed(client({ transport, ca: [] }).listDialects({}))).message, /self-signed certificate/);
  });
}

test("a method that is there over gRPC alone is not implemented", async () => {
  const replies = client().convertBatch((async function* () { yield {}; })());
  assert.equal((await failed(replies[Symbol.asyncIterator]().next())).code, Code.Unimplemented);
});
