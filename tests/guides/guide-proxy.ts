/** A proxy that runs with a configuration of the guides, in front of a service of a test. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as contentOf } from "node:stream/consumers";
import { freePort } from "../../tools/free-port.ts";
import { CERTIFICATE, KEY } from "../support/certificate.ts";
import { end } from "../support/programs.ts";
import { until } from "../support/until.ts";
import { filledIn } from "./guide-files.ts";

/** File → the program that runs it. */
export const PROXIES = {
  "nginx.conf": "nginx",
  "nginx-nodes.conf": "nginx",
  "haproxy.cfg": "haproxy",
  "haproxy-one.cfg": "haproxy",
  Caddyfile: "caddy",
} as const;

export type ProxyFile = keyof typeof PROXIES;

/** Files in which several nodes stand. */
const OF_NODES: ReadonlySet<string> = new Set(["nginx-nodes.conf", "haproxy.cfg"]);

export class GuideProxy {
  readonly port: number;
  readonly #dir: string;
  readonly #program: ChildProcess;
  readonly #output: string[] = [];

  private constructor(port: number, dir: string, program: ChildProcess) {
    this.port = port;
    this.#dir = dir;
    this.#program = program;
    for (const stream of [program.stdout!, program.stderr!])
      stream.on("data", (bytes: Buffer) => this.#output.push(bytes.toString()));
  }

  /** @param url - the address of the service. Where the file has nodes, it is the last one, and the others refuse. */
  static async start(file: ProxyFile, url: string): Promise<GuideProxy> {
    const dir = mkdtempSync(join(tmpdir(), "heliogram-proxy-"));
    const port = await freePort();
    const own = new URL(url).host;
    const nodes = OF_NODES.has(file) ? [await closedAddress(), await closedAddress(), own] : [own];
    const config = join(dir, "config");
    writeFileSync(join(dir, "chat.pem"), CERTIFICATE + KEY);
    writeFileSync(join(dir, "chat.key"), KEY);
    mkdirSync(join(dir, "logs"));
    const program = PROXIES[file];
    writeFileSync(config, FILL[program](file, dir, port, nodes));
    const child = spawn(program, FLAGS[program](config), {
      stdio: ["ignore", "pipe", "pipe"],
      // Caddy keeps what it stores there.
      env: { ...process.env, HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir },
    });
    const proxy = new GuideProxy(port, dir, child);
    const isReady = () =>
      statusOf(port, "/healthz").then(
        (status) => status === 200,
        () => false,
      );
    await until(isReady, `${program} with ${file}`);
    // HAProxy leaves a node out if its first check fails, whatever `fall` is; this process may be busy for longer than that.
    if (file === "haproxy.cfg") await until(() => hasPassedCheck(dir), "HAProxy's first check");
    return proxy;
  }

  /** What it has written into its logs. */
  logs(): string {
    const folder = join(this.#dir, "logs");
    const files = readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"));
    return [...this.#output, ...files].join("");
  }

  async stop(): Promise<void> {
    await end(this.#program, "SIGTERM");
    rmSync(this.#dir, { recursive: true });
  }
}

async function closedAddress(): Promise<string> {
  return `127.0.0.1:${await freePort()}`;
}

type Program = (typeof PROXIES)[ProxyFile];

const FLAGS: Readonly<Record<Program, (config: string) => string[]>> = {
  nginx: (config) => ["-c", config, "-g", "daemon off;"],
  haproxy: (config) => ["-db", "-f", config],
  caddy: (config) => ["run", "--config", config, "--adapter", "caddyfile"],
};

type Fill = (file: ProxyFile, dir: string, port: number, nodes: readonly string[]) => string;

const FILL: Readonly<Record<Program, Fill>> = {
  nginx: (file, dir, port, nodes) =>
    filledIn(file, {
      ...addresses(nodes),
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
    }),
  haproxy: (file, dir, port, nodes) =>
    filledIn(file, {
      ...addresses(nodes),
      "bind :443": `bind 127.0.0.1:${port}`,
      "/etc/ssl/chat.pem": join(dir, "chat.pem"),
      "maxconn 20000": `maxconn 200\n  stats socket ${join(dir, "stats")}`,
      // A busy test machine may answer several checks late.
      ...(OF_NODES.has(file) ? { "fall 2": "fall 100" } : {}),
    }),
  caddy: (file, dir, port, nodes) =>
    filledIn(file, {
      ...addresses(nodes),
      // It has no port of its own to manage, and nobody certifies the name of the guide.
      "{\n\tlog default": "{\n\tadmin off\n\tauto_https disable_redirects\n\tlog default",
      "chat.example {": `https://127.0.0.1:${port} {\n\ttls ${join(dir, "chat.pem")} ${join(dir, "chat.key")}`,
    }),
};

function addresses(nodes: readonly string[]): Record<string, string> {
  if (nodes.length === 1) return { "127.0.0.1:8080": nodes[0]! };
  return Object.fromEntries(nodes.map((node, n) => [`10.0.0.1${n + 1}:8080`, node]));
}

/** Whether HAProxy has had an answer of the node that runs to a check. */
async function hasPassedCheck(dir: string): Promise<boolean> {
  const socket = connect(join(dir, "stats"));
  socket.end("show stat\n");
  const [head, ...rows] = (await contentOf(socket)).split("\n").map((line) => line.split(","));
  const valueOf = (name: string) => rows.find((row) => row[0] === "nodes" && row[1] === "c")?.[head!.indexOf(name)];
  return valueOf("check_status")?.endsWith("L7OK") === true;
}

/** The status of the answer to a request through a proxy on this port. */
export function statusOf(port: number, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port, path, rejectUnauthorized: false, agent: false };
    get(options, (response) => {
      response.resume();
      resolve(response.statusCode!);
    }).once("error", reject);
  });
}
