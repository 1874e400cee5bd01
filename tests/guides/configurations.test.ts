/** The configurations in the guides: each is a file that the guide shows as it is, and that its program accepts and runs with. */
import { execFile, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { get as httpsGet, request as httpsRequest } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as contentOf } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { freePort } from "../../tools/free-port.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { CERTIFICATE, KEY } from "../support/certificate.ts";
import { startWorld, type TestService } from "../support/service.ts";

const GUIDES = join(import.meta.dirname, "../../docs/guides");
const FILES = join(GUIDES, "configurations");

/** The guide that shows each file. */
const SHOWN_IN: Readonly<Record<string, string>> = {
  "nginx.conf": "proxy.md",
  "nginx-nodes.conf": "several-nodes.md",
  "haproxy.cfg": "several-nodes.md",
  "heliogram.service": "operate.md",
  "heliogram.socket": "operate.md",
  Dockerfile: "run-the-package.md",
  "compose.yaml": "run-the-package.md",
  "compose-services.yaml": "run-the-package.md",
  "heliogram-package.service": "run-the-package.md",
  "fail2ban-filter.conf": "operate.md",
  "fail2ban-jail.conf": "operate.md",
};

function has(program: string): boolean {
  return spawnSync(program, ["--help"], { stdio: "ignore" }).error === undefined;
}

/** Without the program a test is skipped, except where all programs must be there. */
const lacks = (program: string) => !has(program) && process.env.CI === undefined;

function configuration(name: string): string {
  return readFileSync(join(FILES, name), "utf8");
}

/** Puts test values in place of those of the guide, each of which must be there. */
function filledIn(name: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replaceAll(from, to);
  }, configuration(name));
}

test("every file is shown by its guide, to the letter", () => {
  expect(readdirSync(FILES).toSorted()).toEqual(Object.keys(SHOWN_IN).toSorted());
  for (const [name, guide] of Object.entries(SHOWN_IN)) {
    const text = readFileSync(join(GUIDES, guide), "utf8");
    expect(text).toContain(`\n${configuration(name).trimEnd()}\n\`\`\`\n`);
    expect(text).toContain(`(configurations/${name})`);
  }
});

test("fail2ban's filter finds the address in the line of a failed sign-in, and in no other", async () => {
  const [, pattern = ""] = /^failregex = (.*)$/m.exec(configuration("fail2ban-filter.conf"))!;
  const filter = new RegExp(pattern.replace("<ADDR>", "(?<address>[0-9a-f.:]+)"));
  const t = await startWorld("memory");
  const addresses = ["203.0.113.9", "2001:db8:1:2::5"];
  for (const address of addresses) {
    const headers = { "x-forwarded-for": address };
    const claim = `","client":"192.0.2.1","msg":"a sign-in failed"}`;
    expect((await t.post("/api/signIn", { username: claim, password: "wrong" }, headers)).status).toBe(401);
    expect((await t.post(`/api/${encodeURIComponent(claim)}`, {}, headers)).status).toBe(404);
    expect((await t.post("/api/listChats", {}, headers)).status).toBe(401);
  }
  const found = t.log.flatMap((line) => filter.exec(line.trimEnd())?.groups?.address ?? []);
  expect(found).toEqual(addresses);
  await t.stop();
});

test.skipIf(lacks("systemd-analyze"))("systemd accepts the units", async () => {
  const dir = mkdtempSync(join(tmpdir(), "heliogram-unit-"));
  const unit = join(dir, "heliogram.service");
  const socket = join(dir, "heliogram.socket");
  // The test machine has no checkout there.
  writeFileSync(unit, filledIn("heliogram.service", { "/srv/heliogram/node_modules/.bin/node": process.execPath }));
  writeFileSync(socket, configuration("heliogram.socket"));
  const { stdout, stderr } = await promisify(execFile)("systemd-analyze", ["verify", "--man=no", unit, socket]);
  expect(stdout + stderr).not.toContain("heliogram.service");
  rmSync(dir, { recursive: true });
});

test.skipIf(lacks("systemd-analyze"))(
  "systemd accepts the unit of the package with its socket, and rates it as safe",
  async () => {
    const dir = mkdtempSync(join(tmpdir(), "heliogram-unit-"));
    const [unit, socket] = [join(dir, "heliogram.service"), join(dir, "heliogram.socket")];
    const command = "/usr/bin/node /opt/heliogram/node_modules/heliogram/dist/heliogram.js serve --supervised";
    writeFileSync(unit, filledIn("heliogram-package.service", { [command]: `${process.execPath} --version` }));
    writeFileSync(socket, configuration("heliogram.socket"));
    const analyze = (...args: string[]) => promisify(execFile)("systemd-analyze", args);
    const { stdout, stderr } = await analyze("verify", "--man=no", unit, socket);
    expect(stdout + stderr).not.toContain("heliogram.");
    // In tenths.
    await analyze("security", "--offline=true", "--threshold=20", "--no-pager", unit);
    writeFileSync(unit, configuration("heliogram-package.service").replace("ProtectSystem=strict", ""));
    await expect(analyze("security", "--offline=true", "--threshold=16", "--no-pager", unit)).rejects.toThrow(
      "Command failed",
    );
    rmSync(dir, { recursive: true });
  },
);

/** A proxy in front of the test's service. */
interface Proxy {
  readonly port: number;
  /** What it has written into its logs. */
  logs(): string;
}

describe.each([
  ["nginx.conf", "nginx"],
  ["nginx-nodes.conf", "nginx"],
  ["haproxy.cfg", "haproxy"],
] as const)("%s", (name, program) => {
  const isSkipped = lacks(program);
  let t: TestService;
  let dir: string;
  let proxy: Proxy;
  let child: ChildProcess | undefined;

  beforeAll(async () => {
    if (isSkipped) return;
    dir = mkdtempSync(join(tmpdir(), "heliogram-proxy-"));
    t = await startWorld("sqlite");
    const port = await freePort();
    const nodes = await addressesOf(t, name);
    const config = join(dir, "config");
    writeFileSync(join(dir, "chat.pem"), CERTIFICATE + KEY);
    writeFileSync(join(dir, "chat.key"), KEY);
    mkdirSync(join(dir, "logs"));
    writeFileSync(config, program === "nginx" ? nginx(name, dir, port, nodes) : haproxy(dir, port, nodes));
    const flags = program === "nginx" ? ["-c", config, "-g", "daemon off;"] : ["-db", "-f", config];
    const output: string[] = [];
    child = spawn(program, flags, { stdio: ["ignore", "pipe", "pipe"] });
    child.stdout!.on("data", (bytes: Buffer) => output.push(bytes.toString()));
    child.stderr!.on("data", (bytes: Buffer) => output.push(bytes.toString()));
    const logs = () =>
      output.join("") +
      readdirSync(join(dir, "logs"))
        .map((file) => readFileSync(join(dir, "logs", file), "utf8"))
        .join("");
    proxy = { port, logs };
    const isReady = async () => (await statusOf(port, "/healthz").catch(() => 0)) === 200;
    await vi.waitUntil(isReady, { timeout: 60_000 });
    // HAProxy leaves a node out if its first check fails, whatever `fall` is; this process may be busy for longer than that.
    if (program === "haproxy") await vi.waitUntil(() => hasPassedCheck(dir), { timeout: 60_000 });
  });
  afterAll(async () => {
    if (child) {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    }
    await t?.stop();
    if (dir) rmSync(dir, { recursive: true });
  });

  test.skipIf(isSkipped)("calls, and addresses of clients, pass; metrics do not", async () => {
    const sent = await post(proxy.port, `/bot${t.token("echo_bot")}/sendMessage`, {
      chat_id: t.id("alice"),
      text: "Hello",
    });
    expect(sent).toMatchObject({ ok: true, result: { text: "Hello" } });
    expect(await statusOf(proxy.port, "/metrics")).toBe(404);
  });

  test.skipIf(isSkipped)("a web socket receives what is sent", async () => {
    const socket = new WebSocket(`wss://127.0.0.1:${proxy.port}/api/stream`, {
      rejectUnauthorized: false,
      headers: { authorization: `Bearer ${t.accessToken("alice")}` },
    });
    const frames: string[] = [];
    socket.on("message", (data: Buffer) => frames.push(data.toString()));
    await once(socket, "open");
    await t.ok("echo_bot", "sendMessage", { chat_id: t.id("alice"), text: "through the proxy" });
    await expect.poll(() => frames.join("")).toContain("through the proxy");
    socket.close();
  });

  test.skipIf(isSkipped)("a large file goes up and comes down", async () => {
    const token = t.token("echo_bot");
    const content = Buffer.alloc(LONG_RUN ? 50_000_000 : 2_000_000, "heliogram ");
    const form = new FormData();
    form.set("chat_id", String(t.id("alice")));
    form.set("document", new Blob([content]), "large.bin");
    const body = new Response(form);
    const sent = await exchange(
      proxy.port,
      `/bot${token}/sendDocument`,
      {
        "content-type": body.headers.get("content-type")!,
      },
      Buffer.from(await body.arrayBuffer()),
    );
    const { result } = JSON.parse(sent.toString()) as { result: { document: { file_id: string } } };
    const { file_path } = await t.ok("echo_bot", "getFile", { file_id: result.document.file_id });
    const downloaded = await exchange(proxy.port, `/file/bot${token}/${String(file_path)}`, {});
    expect(downloaded.equals(content)).toBe(true);
  });

  test.skipIf(isSkipped)("no token is in its logs, also when no node answers", async () => {
    const token = t.token("guard_bot");
    await exchange(proxy.port, `/bot${token}/getMe`, {});
    await t.restart(async () => {
      expect(await statusOf(proxy.port, `/bot${token}/getMe`)).toBeGreaterThanOrEqual(502);
    });
    const [, secret] = token.split(":");
    expect(proxy.logs()).not.toContain(secret);
  });
});

/** The addresses of nodes: the first ones refuse connections, as nodes do that are restarted. */
async function addressesOf(t: TestService, name: string): Promise<string[]> {
  const own = new URL(t.url).host;
  return name === "nginx.conf" ? [own] : [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`, own];
}

function nginx(name: string, dir: string, port: number, nodes: readonly string[]): string {
  const given: Record<string, string> =
    name === "nginx.conf"
      ? { "127.0.0.1:8080": nodes[0]! }
      : { "10.0.0.11:8080": nodes[0]!, "10.0.0.12:8080": nodes[1]!, "10.0.0.13:8080": nodes[2]! };
  return filledIn(name, {
    ...given,
    "listen 443 ssl": `listen 127.0.0.1:${port} ssl`,
    "user www-data;": process.getuid?.() === 0 ? "user root;" : "",
    "/etc/ssl/chat.example.pem": join(dir, "chat.pem"),
    "/etc/ssl/private/chat.example.key": join(dir, "chat.key"),
    "/var/log/nginx": join(dir, "logs"),
    "pid /run/nginx.pid;": `pid ${join(dir, "pid")};`,
    "worker_processes auto;": "worker_processes 1;",
    // The limit of files of the test machine may be lower.
    "worker_rlimit_nofile 65536;": "",
    "worker_connections 16384;": "worker_connections 512;",
  });
}

function haproxy(dir: string, port: number, [a, b, c]: readonly string[]): string {
  return filledIn("haproxy.cfg", {
    "bind :443": `bind 127.0.0.1:${port}`,
    "/etc/ssl/chat.pem": join(dir, "chat.pem"),
    "10.0.0.11:8080": a!,
    "10.0.0.12:8080": b!,
    "10.0.0.13:8080": c!,
    "maxconn 20000": `maxconn 200\n  stats socket ${join(dir, "stats")}`,
    // A busy test machine may answer several checks late.
    "fall 2": "fall 100",
  });
}

/** Whether HAProxy has had an answer of the node that runs to a check. */
async function hasPassedCheck(dir: string): Promise<boolean> {
  const socket = connect(join(dir, "stats"));
  socket.end("show stat\n");
  const [head, ...rows] = (await contentOf(socket)).split("\n").map((line) => line.split(","));
  const valueOf = (name: string) => rows.find((row) => row[0] === "nodes" && row[1] === "c")?.[head!.indexOf(name)];
  return valueOf("check_status")?.endsWith("L7OK") === true;
}

function statusOf(port: number, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port, path, rejectUnauthorized: false, agent: false };
    httpsGet(options, (response) => {
      response.resume();
      resolve(response.statusCode!);
    }).once("error", reject);
  });
}

/** Sends a body, or requests a file. @throws Error if the status is not 200 */
async function exchange(port: number, path: string, headers: Record<string, string>, body?: Buffer): Promise<Buffer> {
  const request = httpsRequest({
    host: "127.0.0.1",
    port,
    path,
    method: body ? "POST" : "GET",
    headers: { ...headers, ...(body && { "content-length": body.length }) },
    rejectUnauthorized: false,
    agent: false,
  });
  // Who answers before the whole body has arrived may close the connection: the answer says why.
  request.on("error", () => {});
  request.end(body);
  const [response] = (await once(request, "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const content = Buffer.concat(chunks);
  if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${content.toString()}`);
  return content;
}

async function post(port: number, path: string, params: object): Promise<unknown> {
  const body = Buffer.from(JSON.stringify(params));
  return JSON.parse((await exchange(port, path, { "content-type": "application/json" }, body)).toString());
}
