/** A program starts a temporary service in its own process. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
