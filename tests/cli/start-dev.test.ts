/** A program starts a temporary service in its own process. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startDev, type Message, type User } from "heliogram/index.ts";
import { call } from "../support/own-process.ts";

const WORLD = {
  people: [{ name: "Alice", username: "alice", access_token: "alice-access-token" }],
  bots: [{ name: "Guard", username: "guard_bot", owner: "alice", started_by: ["alice"] }],
};

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "heliogram-start-dev-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test("two services at a time, each with its own world, and none after they are closed", async () => {
  const [mine, example] = await Promise.all([
    startDev({ world: WORLD, assistant: false, rate_limits: "off" }),
    startDev({ data: dir, database: "sqlite" }),
  ]);
  const [guard] = mine.bots;
  expect(mine.people).toEqual([
    { id: expect.any(Number), name: "Alice", username: "alice", access_token: "alice-access-token" },
  ]);
  const sent = await call<Message>(`${mine.url}/bot${guard!.token}/sendMessage`, {
    chat_id: mine.people[0]!.id,
    text: "Welcome",
  });
  expect(sent.text).toBe("Welcome");
  const echo = example.bots.find((bot) => bot.username === "echo_bot")!;
  expect(await call<User>(`${example.url}/bot${echo.token}/getMe`, {})).toMatchObject({ username: "echo_bot" });
  expect(existsSync(join(dir, "secret.key"))).toBe(true);
  await Promise.all([mine.close(), example.close()]);
  for (const { url } of [mine, example]) await expect(fetch(`${url}/healthz`)).rejects.toThrow("fetch failed");
});

test("an invalid option or world is named", async () => {
  await expect(startDev({ port: 70_000 })).rejects.toThrow(/port.*70000/);
  await expect(startDev({ world: "people: [{ name: 1 }]" })).rejects.toThrow("world:1");
  await expect(startDev({ world: { bots: [{ name: "x" }] } })).rejects.toThrow("username");
});

/** A program that starts a service, prints the error, and ends by itself if nothing is left open. */
const REFUSED = `import { startDev } from "heliogram/index.ts";
const options = JSON.parse(process.argv[1]);
const service = await startDev({ assistant: false }).catch(console.error);
const tries = [options.startDev, ...options.worlds.map((world) => ({ newWorld: world }))];
for (const each of tries) {
  const failing = each.newWorld ? service.newWorld(each.newWorld) : startDev({ ...each, port: each.port ?? 0 });
  await failing.then(() => console.log("started"), (error) => console.log(error.message));
}
await service.close();
`;

test("what fails on the way up leaves nothing open, so that the process can end", async () => {
  const blocked = createServer().listen(0, "127.0.0.1");
  await once(blocked, "listening");
  const { port } = blocked.address() as AddressInfo;
  const folder = { ...process.env, TMPDIR: dir };
  // The store refuses the name, which the world file cannot know.
  const taken = { people: [{ name: "Mine", username: "assistant" }] };
  for (const [startDevOptions, message] of [
    [{ world: taken }, "the store does not take the world: the user name @assistant is taken"],
    [{ port }, `cannot listen on 127.0.0.1:${port}`],
  ] as const) {
    const options = JSON.stringify({ startDev: startDevOptions, worlds: [taken] });
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", REFUSED, options], {
      cwd: import.meta.dirname,
      env: folder,
      timeout: 100_000,
    });
    expect(stdout).toContain(message);
    expect(stdout).not.toContain("started");
    expect(readdirSync(dir).filter((name) => name.startsWith("heliogram-"))).toEqual([]);
  }
  blocked.close();
});
