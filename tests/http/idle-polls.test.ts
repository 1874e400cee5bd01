/** One process holds ten thousand long polls, and goes about its business meanwhile (behaviour.md §6). */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { call, startProcess, type OwnProcess } from "../kit/own-process.ts";
import { end } from "../kit/programs.ts";
import type { Json } from "../kit/service.ts";
import { Wire } from "./quick/wire.ts";

const MOST = 10_000;
/** With fewer, the test would say little. */
const FEWEST = 2000;
/** Descriptors for everything else, here and in the service. */
const SPARE = 500;
/** Connections opened at once: a server's queue of those it has not accepted holds 511. */
const BATCH = 250;

function howMany(): number {
  const { userLimits } = process.report.getReport() as { userLimits: { open_files: { soft: number | "unlimited" } } };
  const limit = Number(userLimits.open_files.soft);
  return Math.min(MOST, Number.isNaN(limit) ? MOST : limit - SPARE);
}

/** Resolves when so many polls wait, as the service itself says. */
async function waiting(url: string, count: number): Promise<void> {
  while (!(await (await fetch(`${url}/metrics`)).text()).includes(`heliogram_waiting_polls ${count}\n`));
}

function poll(wire: Wire, token: string, offset: number): void {
  wire.send(`GET /bot${token}/getUpdates?timeout=50&offset=${offset} HTTP/1.1\r\nHost: x\r\n\r\n`);
}

/** Lets every bot poll on a connection of its own; in between, the service answers who asks it something else. */
async function pollAll({ url, bots }: OwnProcess): Promise<Wire[]> {
  const wires: Wire[] = [];
  for (let from = 0; from < bots.length; from += BATCH) {
    const fresh = bots.slice(from, from + BATCH).map(() => new Wire(url));
    await Promise.all(fresh.map((wire) => once(wire.socket, "connect")));
    wires.push(...fresh);
    for (const [i, wire] of fresh.entries()) poll(wire, bots[from + i]!.token, 0);
    // What comes after them is accepted after them.
    const me = await call<Json>(`${url}/bot${bots[from]!.token}/getMe`, {});
    expect(me.id).toBe(bots[from]!.id);
  }
  await waiting(url, bots.length);
  return wires;
}

test("ten thousand polls wait, are answered, and end with the service", { timeout: 120_000 }, async () => {
  const count = howMany();
  expect(count, "files that may be open at once").toBeGreaterThanOrEqual(FEWEST);
  const dir = mkdtempSync(join(tmpdir(), "heliogram-idle-"));
  const names = Array.from({ length: count }, (_, i) => `n${i}_bot`);
  const world = {
    people: [{ name: "Alice", username: "alice" }],
    bots: names.map((username) => ({ name: "Bot", username })),
    chats: [{ title: "All", creator: "alice", members: names }],
  };
  const service = await startProcess({ dir, world, database: "memory" });
  const { url, bots, people, chats, program } = service;
  const wires = await pollAll(service);
  expect(wires.filter((wire) => wire.said !== "" || wire.ended).length).toBe(0);

  const { message_id } = await call<Json>(
    `${url}/api/sendMessage`,
    { chat_id: chats[0]!.id, text: "/all" },
    people[0]!.access_token,
  );
  const answered = await Promise.all(wires.map((wire) => wire.hears('"text":"/all"')));
  expect(answered.every(Boolean)).toBe(true);
  expect(wires.filter((wire) => !wire.said.includes(`"message_id":${message_id},`)).length).toBe(0);

  for (const [i, wire] of wires.entries()) {
    const update_id = Number(/"update_id":(\d+)/.exec(wire.said)![1]);
    wire.said = "";
    poll(wire, bots[i]!.token, update_id + 1);
  }
  await waiting(url, count);
  await end(program, "SIGTERM");
  const last = await Promise.all(wires.map((wire) => wire.end()));
  const empty = '\r\n\r\n{"ok":true,"result":[]}';
  expect(last.filter((said) => !said.endsWith(empty)).slice(0, 3)).toEqual([]);
  expect(program.exitCode).toBe(0);
  for (const wire of wires) wire.leave();
  rmSync(dir, { recursive: true, force: true });
});
