/** A Redis of our own, which may be killed and started again. It keeps nothing on disk. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { atExit } from "../at-exit.ts";
import { freePort } from "../free-port.ts";
import { end } from "../../tests/support/programs.ts";

const POLL_MS = 30;
const READY_MS = 30_000;

/** Whether there is a `redis-server` here. */
export function hasRedis(): boolean {
  return spawnSync("redis-server", ["--version"]).status === 0;
}

export class RedisServer {
  readonly port: number;
  readonly #cancelCleanUp: () => void;
  #process: ChildProcess | undefined;

  private constructor(port: number) {
    this.port = port;
    this.#cancelCleanUp = atExit(this.#endNow);
  }

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort());
    await server.restart();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async kill(): Promise<void> {
    if (this.#process) await end(this.#process, "SIGKILL");
    this.#process = undefined;
  }

  async restart(): Promise<void> {
    const flags = ["--port", String(this.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
    this.#process ??= spawn("redis-server", flags, { stdio: "ignore" });
    const deadline_ms = Date.now() + READY_MS;
    while (!(await answers(this.port))) {
      if (Date.now() > deadline_ms) throw new Error("Redis did not start");
      await sleep(POLL_MS);
    }
  }

  async stop(): Promise<void> {
    this.#cancelCleanUp();
    await this.kill();
  }

  readonly #endNow = () => void this.#process?.kill("SIGKILL");
}

function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => done(true));
    socket.once("error", () => done(false));
    socket.once("close", () => done(false));
    socket.once("connect", () => socket.destroy());
  });
}
