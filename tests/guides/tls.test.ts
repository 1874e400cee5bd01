/** The settings of "TLS without a proxy" (docs/guides/proxy.md): the service runs with them as they are in the guide. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { text } from "node:stream/consumers";
import { join } from "node:path";
import { connect } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../../tools/free-port.ts";
import { CERTIFICATE, KEY } from "../support/certificate.ts";
import { PATIENCE_MS } from "../support/commands.ts";
import { PROGRAM } from "../support/program.ts";
import { end, said } from "../support/programs.ts";
import { filledInText } from "./guide-files.ts";

const GUIDE = readFileSync(new URL("../../docs/guides/proxy.md", import.meta.url), "utf8");
const [, SECTION = ""] = /\n## TLS without a proxy\n([^]*?)\n## /.exec(GUIDE)!;
const [, SETTINGS = ""] = /```yaml\n([^`]*)```/.exec(SECTION)!;
const [, SCRIPT = ""] = /```sh\n([^`]*)```/.exec(SECTION)!;

test("the port of the guide answers with the certificate of the guide", { timeout: PATIENCE_MS }, async () => {
  const dir = mkdtempSync(join(tmpdir(), "heliogram-tls-"));
  const port = await freePort();
  const [cert, key, config] = [join(dir, "chat.pem"), join(dir, "chat.key"), join(dir, "heliogram.yaml")];
  writeFileSync(cert, CERTIFICATE);
  writeFileSync(key, KEY);
  writeFileSync(config, filledInText(SETTINGS, { "tls_port: 8443": `tls_port: ${port}` }));
  const script = filledInText(SCRIPT, {
    "/etc/ssl/chat.example.pem": cert,
    "/etc/ssl/private/chat.example.key": key,
  });
  const service = spawn("/bin/sh", ["-ec", `${script}exec "$0" "$@"`, process.execPath, PROGRAM, "serve"], {
    env: {
      PATH: process.env.PATH,
      HELIOGRAM_CONFIG: config,
      HELIOGRAM_PORT: "0",
      HELIOGRAM_DATA_DIR: join(dir, "data"),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(async () => {
    await end(service, "SIGTERM");
    rmSync(dir, { recursive: true });
  });
  const plain = await said(service, (output) =>
    output.includes("with TLS on ") ? /listens on (\S+)/.exec(output)![1]! : undefined,
  );
  // The certificate is its own authority, and bots.example the name in it.
  const socket = connect({ host: "127.0.0.1", port, servername: "bots.example", ca: CERTIFICATE });
  socket.end("GET /healthz HTTP/1.1\r\nHost: bots.example\r\nConnection: close\r\n\r\n");
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [^]*\{"ok":true\}$/);
  expect(new URL(plain).hostname).toBe("127.0.0.1");
  expect((await fetch(`${plain}/healthz`)).status).toBe(200);
});
