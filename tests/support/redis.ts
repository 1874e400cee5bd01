/** Redis servers of the tests' own, on free ports of 127.0.0.1: one, a Cluster, or servers with Sentinels. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atExit } from "../../tools/at-exit.ts";
import { freePort } from "../../tools/free-port.ts";
import { end } from "./programs.ts";
import { until } from "./until.ts";

/** Whether Redis is installed here. In CI it must be. */
export function hasRedis(): boolean {
  const isThere = spawnSync("redis-server", ["--version"]).status === 0;
  if (!isThere && process.env.CI === "true") throw new Error("redis-server was not found, and in CI it must be tested");
  return isThere;
}

/** A Sentinel closes all connections of a server whose role it changes; a server that does not run refuses them. */
const CLOSED = /Connection reset by peer|Server closed the connection/;

type Flags = Readonly<Record<string, string | number>>;

export class TestRedis {
  readonly port: number;
  readonly #folder: string;
  readonly #password: string | undefined;
  readonly #arguments: readonly string[];
  #server: ChildProcess | undefined;
  readonly #cancelCleanUp: () => void;

  private constructor(port: number, flags: Flags, mode: readonly string[]) {
    this.port = port;
    this.#password = flags.requirepass === undefined ? undefined : String(flags.requirepass);
    this.#folder = mkdtempSync(join(tmpdir(), "heliogram-redis-"));
    const all = { port, bind: "127.0.0.1", dir: this.#folder, save: "", "protected-mode": "no" };
    const config = join(this.#folder, "redis.conf");
    // A replica gets its copy at once.
    const lines = Object.entries({ ...all, "repl-diskless-sync-delay": 0, ...flags }).map(
      ([name, value]) => `${name} ${value === "" ? '""' : value}`,
    );
    writeFileSync(config, `${lines.join("\n")}\n`);
    this.#arguments = [config, ...mode];
    this.#cancelCleanUp = atExit(() => this.#removeNow());
  }

  static async start(flags: Flags = {}, mode: readonly string[] = []): Promise<TestRedis> {
    const server = new TestRedis(await freePort(), flags, mode);
    await server.restart();
    return server;
  }

  get url(): string {
    const user = this.#password === undefined ? "" : `:${encodeURIComponent(this.#password)}@`;
    return `redis://${user}127.0.0.1:${this.port}`;
  }

  /** Starts the server again, empty, after it was killed. */
  async restart(): Promise<void> {
    const server = spawn("redis-server", this.#arguments, { stdio: "ignore" });
    this.#server = server;
    await until(() => {
      if (server.exitCode !== null || server.signalCode !== null) throw new Error("redis-server did not start");
      return this.#ask("PING") === "PONG";
    }, "an answer of redis-server");
  }

  /** Ends the server as a crash does. */
  async kill(): Promise<void> {
    await end(this.#server!, "SIGKILL");
  }

  /** Lets the server hang: it accepts connections and answers nothing. */
  pause(): void {
    this.#server!.kill("SIGSTOP");
  }

  resume(): void {
    this.#server!.kill("SIGCONT");
  }

  /** Carries out a command, which must be one that may be repeated. @returns what redis-cli prints */
  command(...words: readonly (string | number)[]): string {
    for (;;) {
      const { status, stdout, stderr } = spawnSync("redis-cli", this.#cli(words), { encoding: "utf8" });
      if (status === 0) return stdout.trim();
      if (!CLOSED.test(stderr)) throw new Error(`redis-cli ${words.join(" ")}: ${stderr || stdout}`);
    }
  }

  async stop(): Promise<void> {
    this.#cancelCleanUp();
    await end(this.#server!, "SIGKILL");
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #ask(...words: readonly string[]): string {
    return spawnSync("redis-cli", this.#cli(words), { encoding: "utf8" }).stdout.trim();
  }

  #cli(words: readonly (string | number)[]): string[] {
    const password = this.#password === undefined ? [] : ["--no-auth-warning", "-a", this.#password];
    return ["-h", "127.0.0.1", "-p", String(this.port), ...password, ...words.map(String)];
  }

  #removeNow(): void {
    this.#server?.kill("SIGKILL");
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Several servers that end together. */
export interface TestRedises {
  readonly url: string;
  readonly servers: readonly TestRedis[];
  stop(): Promise<void>;
}

const SLOTS = 16_384;

/** Three masters, and a replica of each. */
export async function startRedisCluster(): Promise<TestRedises> {
  const nodes = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const bus = await freePort();
      const flags = { "cluster-enabled": "yes", "cluster-port": bus, "cluster-node-timeout": 1000 };
      return { bus, server: await TestRedis.start(flags) };
    }),
  );
  const [first, ...others] = nodes;
  const masters = nodes.slice(0, 3);
  for (const [i, { server }] of masters.entries()) {
    const [from, to] = [i, i + 1].map((n) => Math.floor((SLOTS * n) / masters.length));
    server.command("CLUSTER", "ADDSLOTSRANGE", from!, to! - 1);
  }
  for (const { server, bus } of others) first!.server.command("CLUSTER", "MEET", "127.0.0.1", server.port, bus);
  for (const [i, { server }] of nodes.slice(3).entries()) {
    const master = masters[i]!.server.command("CLUSTER", "MYID");
    await until(() => server.command("CLUSTER", "NODES").includes(master), "a replica that knows its master");
    server.command("CLUSTER", "REPLICATE", master);
  }
  const servers = nodes.map(({ server }) => server);
  await until(
    () =>
      servers.every((server) => {
        const lines = server.command("CLUSTER", "NODES").split("\n");
        const replicas = lines.filter((line) => line.includes("slave") && line.includes("connected"));
        const isOk = server.command("CLUSTER", "INFO").includes("cluster_state:ok");
        return isOk && replicas.length === 3 && isInSync(server);
      }),
    "a cluster that is in order",
  );
  return together(`redis+cluster://127.0.0.1:${servers[0]!.port},127.0.0.1:${servers[1]!.port}`, servers);
}

/** A master, a replica, and three Sentinels who call the master `name`. The first two of `servers` are the servers. */
export async function startSentinels(name: string, password: string): Promise<TestRedises> {
  const access = { requirepass: password, masterauth: password };
  const master = await TestRedis.start(access);
  const replica = await TestRedis.start({ ...access, replicaof: `127.0.0.1 ${master.port}` });
  await until(() => master.command("INFO", "replication").includes("state=online"), "a replica that is online");
  const sentinels = await Promise.all(
    Array.from({ length: 3 }, () =>
      TestRedis.start(
        {
          "sentinel monitor": `${name} 127.0.0.1 ${master.port} 2`,
          "sentinel auth-pass": `${name} ${password}`,
          "sentinel down-after-milliseconds": `${name} 1000`,
          "sentinel failover-timeout": `${name} 3000`,
        },
        ["--sentinel"],
      ),
    ),
  );
  await until(
    () =>
      sentinels.every((sentinel) => {
        const told = sentinel.command("SENTINEL", "MASTER", name);
        return told.includes("num-other-sentinels\n2") && told.includes("num-slaves\n1");
      }),
    "Sentinels that know each other",
  );
  const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`).join(",");
  return together(`redis+sentinel://:${password}@${hosts}/${name}`, [master, replica, ...sentinels]);
}

/** Whether a replica could replace its master. */
function isInSync(server: TestRedis): boolean {
  const told = server.command("INFO", "replication");
  return !told.includes("role:slave") || told.includes("master_link_status:up");
}

function together(url: string, servers: readonly TestRedis[]): TestRedises {
  const stop = async () => void (await Promise.all(servers.map((server) => server.stop())));
  return { url, servers, stop };
}
