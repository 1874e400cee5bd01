/** `heliogram serve --supervised`: nobody notices a restart, and a process that ends is started again. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bind } from "heliogram/supervisor/handle.ts";
import { afterEach, describe, expect, test } from "vitest";
import { freePort } from "../../tools/free-port.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { PROGRAM } from "../support/program.ts";
import { ended, said } from "../support/programs.ts";
import { until } from "../support/until.ts";
import { Requests } from "./requests.ts";
import { expectUnnoticed, restartUnderTraffic } from "./restarts.ts";
import { SupervisedService, WITH_TLS, type SupervisedOptions } from "./supervised-service.ts";

const PLANTED = new URL("./planted/closing-supervisor.ts", import.meta.url).pathname;

let service: SupervisedService;
const start = async (options?: SupervisedOptions) => (service = await SupervisedService.start(options));
afterEach(async () => {
  await service.stop();
});

describe("under traffic", () => {
  test("restarts fail no request, lose no message, and tell polls and sockets", async () => {
    const restarts = LONG_RUN ? 3 : 1;
    await start({ settings: WITH_TLS });
    const noticed = await restartUnderTraffic(service, { restarts, each: 1000 });
    expectUnnoticed(noticed);
    expect(noticed.by_tls).toBeGreaterThan(restarts);
    expect(noticed.opened).toBeGreaterThanOrEqual(4 * (1 + restarts));
    expect(service.logged("a process serves")).toHaveLength(1 + restarts);
    expect(service.complaints).toBe("");
    expect(await service.stop()).toBe(0);
  });

  test.runIf(LONG_RUN)("a supervisor that closes the socket would be noticed", async () => {
    await start({ args: [PLANTED], settings: { ...WITH_TLS, HELIOGRAM_TLS_PORT: String(await freePort()) } });
    const { failures } = await restartUnderTraffic(service, { restarts: 1, each: 500 });
    for (const by of [/^\/.*ECONNREFUSED/, /^https .*ECONNREFUSED/])
      expect(failures.some((each) => by.test(each))).toBe(true);
  });
});

/** The process that serves. */
const servingPid = () => until(() => Number(service.logged("a process serves").at(-1)?.pid), "the process that serves");
const health = async () => (await fetch(`${service.url}/healthz`)).status;

test("a process that is killed is started again, and who connects meanwhile waits", async () => {
  await start();
  process.kill(await servingPid(), "SIGKILL");
  await until(() => service.logged("a process has ended by itself").length === 1, "the end of the process");
  expect(await health()).toBe(200);
  expect(service.starts).toBe(2);
  expect(service.logged("a process has ended by itself")).toMatchObject([{ code: 137 }]);
});

test("a restart with wrong settings is none, and the service goes on", async () => {
  const folder = mkdtempSync(join(tmpdir(), "heliogram-settings-"));
  const config = join(folder, "heliogram.yaml");
  writeFileSync(config, "assistant: true\n");
  await start({ settings: { HELIOGRAM_CONFIG: config } });
  writeFileSync(config, "assistant: perhaps\n");
  service.program.kill("SIGHUP");
  await until(() => service.logged("not restarted").length === 1, "the refusal");
  expect(service.complaints).toContain("perhaps");
  expect([await health(), service.starts]).toEqual([200, 1]);
  writeFileSync(config, "assistant: false\n");
  await service.restart();
  expect(await health()).toBe(200);
  rmSync(folder, { recursive: true });
});

test("without its supervisor, a process ends in order", async () => {
  await start();
  const [pid, { url }] = [await servingPid(), service];
  service.program.kill("SIGKILL");
  await until(() => !isRunning(pid), "the end of the process");
  await expect(fetch(`${url}/healthz`)).rejects.toThrow("fetch failed");
});

test("the first start ends the supervisor where it fails", async () => {
  await start();
  const second = spawn(process.execPath, [PROGRAM, "serve", "--supervised"], {
    env: { PATH: process.env.PATH, HELIOGRAM_DATA_DIR: service.dir, HELIOGRAM_PORT: "0" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let complaints = "";
  second.stderr.on("data", (chunk: Buffer) => (complaints += chunk.toString()));
  await ended(second);
  expect([second.exitCode, complaints]).toEqual([
    1,
    expect.stringMatching(/^heliogram: the store cannot be opened: .*\n$/),
  ]);
});

test.each([["serve"], ...(LONG_RUN ? [["serve", "--supervised"]] : [])])(
  "systemd's socket outlives the service: %s %s",
  async (...args) => {
    await start();
    const { dir } = service;
    service.program.kill("SIGTERM");
    await ended(service.program);
    const [socket, encrypted] = [await bind("127.0.0.1", 0), await bind("127.0.0.1", 0)];
    const passed = "LISTEN_PID=$$ LISTEN_FDS=2 LISTEN_FDNAMES=heliogram.socket:https";
    // The settings name other ports, which do not count.
    const ports = { ...WITH_TLS, HELIOGRAM_PORT: "1", HELIOGRAM_TLS_PORT: "1" };
    const activated = () =>
      spawn("/bin/sh", ["-c", `${passed} exec "$0" "$@"`, process.execPath, PROGRAM, ...args], {
        env: { PATH: process.env.PATH, HELIOGRAM_DATA_DIR: dir, HELIOGRAM_DRAIN_SECONDS: "0", ...ports },
        stdio: ["ignore", "pipe", "pipe", socket.fd, encrypted.fd],
      });
    const listening = (program: ReturnType<typeof spawn>) =>
      said(program, (text) => {
        const urls = [/listens on (\S+)\n/, /with TLS on (\S+)\n/].map((each) => each.exec(text)?.[1]);
        return urls.includes(undefined) ? undefined : (urls as [string, string]);
      });
    const first = activated();
    const urls = await listening(first);
    first.kill("SIGTERM");
    await ended(first);
    const waiting = connect(Number(new URL(urls[0]).port), "127.0.0.1");
    await once(waiting, "connect");
    const byTls = new Requests(urls[1]).ask({ path: "/healthz" });
    waiting.write("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    const second = activated();
    expect(await listening(second)).toEqual(urls);
    expect(String(await byTls)).toBe('{"ok":true}');
    const [answer] = (await once(waiting, "data")) as [Buffer];
    expect(answer.toString()).toContain("HTTP/1.1 200 OK");
    second.kill("SIGTERM");
    await ended(second);
    expect([first.exitCode, second.exitCode]).toEqual([0, 0]);
    for (const each of [socket, encrypted]) each.close();
    waiting.destroy();
  },
);

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
