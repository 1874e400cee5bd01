/** One process holds ten thousand long polls and stays responsive (behaviour.md §6). */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { call, startProcess, type OwnProcess } from "../support/own-process.ts";
import { end } from "../support/programs.ts";
import type { Json } from "../support/service.ts";
import { Wire } from "./fast-path/wire.ts";
import { until } from "../support/until.ts";

const MOST = 10_000;
/** Fewer polls would prove little. */
const FEWEST = 2000;
/** File descriptors for everything else, in the test and the service. */
const SPARE = 500;
/** Connections opened at once: a server's accept queue holds 511. */
const BATCH = 250;

function howMany(): number {
  const { userLimits } = process.report.getReport() as { userLimits: { open_files: { soft: number | "unlimited" } } };
  const limit = Number(userLimits.open_files.soft);
  return Math.min(MOST, Number.isNaN(limit) ? MOST : limit - SPARE);
}

/** Resolves when the service reports this number of waiting polls. */
async function waiting(url: string, count: number): Promise<void> {
  await until(
    async () => (await (await fetch(`${url}/metrics`)).text()).includes(`heliogram_waiting_polls ${count}\n`),
    `${count} waiting polls`,
  );
}

function poll(wire: Wire, token: string, offset: number): void {
  wire.send(`GET /bot${token}/getUpdates?timeout=50&offset=${offset} HTTP/1.1\r\nHost: x\r\n\r\n`);
}

/** Starts a poll of every bot on a connection of its own. In between, the service answers another request. */
async function pollAll({ url, bots }: OwnProcess): Promise<Wire[]> {
  const wires: Wire[] = [];
  for (let from = 0; from < bots.length; from += BATCH) {
    const fresh = bots.slice(from, from + BATCH).map(() => new Wire(url));
    await Promise.all(fresh.map((wire) => once(wire.socket, "connect")));
    wires.push(...fresh);
    for (const [i, wire] of fresh.entries()) poll(wire, bots[from + i]!.token, 0);
    // Connections are accepted in order, so the earlier ones are accepted when this call returns.
    const me = await call<Json>(`${url}/bot${bots[from]!.token}/getMe`, {});
    expect(me.id).toBe(bots[from]!.id);
  }
  await waiting(url, bots.length);
  return wires;
}

test("ten thousand polls wait, get responses, and end with the service", { timeout: 120_000 }, async () => {
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
