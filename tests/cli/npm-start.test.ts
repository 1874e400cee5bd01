/** `npm start` and `npm run dev` stop their service gracefully on every signal. */
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { PATIENCE_MS } from "../support/commands.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { ended, said } from "../support/programs.ts";

// The first start builds the web client, if nothing has built it yet.
vi.setConfig({ testTimeout: 3 * PATIENCE_MS });

const PROJECT = new URL("../..", import.meta.url).pathname;

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "heliogram-npm-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function start(script: string): ChildProcess {
  const env = {
    ...process.env,
    HELIOGRAM_DATA_DIR: dir,
    HELIOGRAM_PORT: "0",
    HELIOGRAM_HOST: "127.0.0.1",
    HELIOGRAM_DRAIN_SECONDS: "0",
  };
  const args = script === "dev" ? ["run", "dev", "--", "--port", "0"] : [script];
  // Its own process group, as a terminal creates for each command.
  return spawn("npm", args, { cwd: PROJECT, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
}

const address = (output: string) => /listens on (\S+)/.exec(output)?.[1];

/** The processes of a group, which npm has started. */
function groupOf(leader: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => groupIn(`/proc/${pid}/stat`) === leader)
    .map(Number);
}

/** The process may end meanwhile. */
function groupIn(path: string): number | undefined {
  try {
    const [, rest = ""] = /.*\) (.*)/s.exec(readFileSync(path, "utf8")) ?? [];
    return Number(rest.split(" ")[2]);
  } catch {
    return undefined;
  }
}

type Stop = readonly [script: string, signal: NodeJS.Signals, whom: string];
const SIGNALS: readonly Stop[] = [
  ["start", "SIGTERM", "npm alone"],
  ["dev", "SIGINT", "everybody, as a terminal does"],
];
const OTHER_SIGNALS: readonly Stop[] = [
  ["start", "SIGINT", "npm alone"],
  ["start", "SIGINT", "everybody, as a terminal does"],
  ["dev", "SIGTERM", "npm alone"],
];

describe.runIf(existsSync("/proc/self/stat"))("npm", () => {
  test.each(LONG_RUN ? OTHER_SIGNALS : SIGNALS)(
    "%s ends with its service on %s to %s",
    async (script, signal, whom) => {
      const npm = start(script);
      const url = await said(npm, address);
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      process.kill(whom === "npm alone" ? npm.pid! : -npm.pid!, signal);
      await ended(npm);
      expect(groupOf(npm.pid!)).toEqual([]);
      await expect(fetch(`${url}/healthz`)).rejects.toThrow("fetch failed");
      expect([npm.exitCode, npm.signalCode]).toEqual([0, null]);
      // A graceful stop leaves an empty redo log; a temporary folder is removed.
      expect(readdirSync(dir).filter((name) => name.includes(".redo") || name.endsWith("-wal"))).toEqual([]);
    },
  );
});
