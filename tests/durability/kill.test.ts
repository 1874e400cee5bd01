/** Kills the service at random times under load, and checks that everything acknowledged is there afterwards. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Canary, placesIn } from "../support/canary.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { drawPicture } from "../support/media.ts";
import { call, startProcess, type OwnProcess } from "../support/own-process.ts";
import { giveBackDatabase, takeDatabase } from "../support/databases.ts";
import { end } from "../support/programs.ts";
import { engines, type Json } from "../support/service.ts";
import { until } from "../support/until.ts";
import { Consumer } from "./consumer.ts";
import { faults, type Found, type Sent } from "./ledger.ts";
import { Load, type Writer } from "./load.ts";

const ROUNDS = LONG_RUN ? 6 : 2;
const TEXTS_A_ROUND = 5;
const PERSONS_WRITERS = 10;
const BOTS_WRITERS = 5;
const PAGE = 200;
const GROUPS = ["One", "Two", "Three"];
const WORLD = {
  people: [{ name: "Alice", username: "alice" }],
  bots: [
    { name: "Poll", username: "poll_bot", privacy: false, started_by: ["alice"] },
    { name: "Load", username: "load_bot" },
  ],
  chats: GROUPS.map((title) => ({ title, creator: "alice", members: ["poll_bot", "load_bot"] })),
};

/** The accounts of a service that was restarted at another address. */
interface Cast {
  readonly first: OwnProcess;
  readonly alice: (url: string) => Writer;
  readonly poller: (url: string) => string;
  readonly sender: (url: string) => Writer;
}

function castOf(first: OwnProcess): Cast {
  const [poll, load] = [first.bots[0]!, first.bots[1]!];
  const groups = first.chats.map((chat) => chat.id);
  const access_token = first.people[0]!.access_token;
  return {
    first,
    alice: (url) => ({ author: "person", url: `${url}/api`, access_token, chats: [poll.id, ...groups] }),
    poller: (url) => `${url}/bot${poll.token}`,
    sender: (url) => ({ author: "bot", url: `${url}/bot${load.token}`, chats: groups }),
  };
}

describe.each(engines())("on %s", (engine) => {
  test(`${ROUNDS} kills lose nothing that was acknowledged`, { timeout: 240_000 }, async () => {
    const dir = mkdtempSync(join(tmpdir(), "heliogram-kill-"));
    const database = engine === "postgres" ? await takeDatabase() : engine;
    const photo = new Uint8Array(await drawPicture(40, 30, "#3366aa"));
    let running = await startProcess({ dir, database, world: WORLD });
    const cast = castOf(running);
    const [load, start] = [new Load(), await beginning(running.url, cast)];
    const consumer = new Consumer(start);
    for (let round = 0; round < ROUNDS; round++) {
      if (round > 0) running = await startProcess({ dir, database });
      await surviveRound(running, cast, load, consumer, photo, round % 2 === 1 ? round + 1 : 0);
    }
    const last = await startProcess({ dir, database });
    await consumer.drain(cast.poller(last.url));
    const found = {
      chats: await histories(last.url, cast),
      updates: [...consumer.seen.values()],
      person_id: cast.first.people[0]!.id,
      bot_id: cast.first.bots[0]!.id,
    };
    const missing = await missingFiles(last.url, cast, load.sent, found);
    await end(last.program, "SIGKILL");
    const leaks = leaksIn(dir, cast.first);
    rmSync(dir, { recursive: true, force: true });
    if (engine === "postgres") await giveBackDatabase(database);

    expect([load.wrong, consumer.wrong, missing]).toEqual([[], [], []]);
    expect(faults(load.sent, found)).toEqual([]);
    expect(leaks).toEqual([]);
    const { texts, edits, documents } = amountsOf(load);
    expect(texts).toBeGreaterThan(ROUNDS * TEXTS_A_ROUND);
    expect(edits).toBeGreaterThan(ROUNDS);
    expect(documents).toBeGreaterThan(0);
    expect(consumer.seen.size).toBe(Math.max(...consumer.seen.keys()) - start);
    plant(load.sent, found);
  });
});

/** What was acknowledged: texts of people, edits by bots, and documents. */
function amountsOf({ sent }: Load) {
  return {
    texts: sent.filter((each) => each.author === "person").length,
    edits: sent.filter((each) => each.author === "bot" && each.edited).length,
    documents: sent.filter((each) => each.bytes !== undefined).length,
  };
}

/** Whether as much was acknowledged as that many rounds should show. */
function hasShown(load: Load, rounds: number): boolean {
  const { texts, edits, documents } = amountsOf(load);
  return texts > rounds * TEXTS_A_ROUND && edits > rounds && documents > 0;
}

/** @returns the secrets in the files of a killed service */
function leaksIn(dir: string, { people, bots }: OwnProcess): string[] {
  const canary = new Canary();
  for (const { access_token } of people) canary.remember(access_token);
  for (const { token } of bots) canary.remember(token);
  return canary.search(placesIn(dir));
}

/** @returns the update_id before the first received one */
async function beginning(url: string, { alice, poller }: Cast): Promise<number> {
  const { url: api, access_token, chats } = alice(url);
  await call(`${api}/sendMessage`, { chat_id: chats[0]!, text: "first" }, access_token);
  const [update] = await call<Json[]>(`${poller(url)}/getUpdates`, {});
  return update.update_id - 1;
}

/**
 * Runs the load until the service is killed: at a random time, or after a document, and as much as `rounds` should show,
 * were acknowledged. @param rounds - 0 for any time
 */
async function surviveRound(
  { url, program }: OwnProcess,
  { alice, sender, poller }: Cast,
  load: Load,
  consumer: Consumer,
  photo: Uint8Array<ArrayBuffer>,
  rounds: number,
): Promise<void> {
  let onSent = () => {};
  const uploaded = new Promise<void>((done) => (onSent = done));
  const all = [
    ...Array.from({ length: PERSONS_WRITERS }, () => load.write(alice(url))),
    ...Array.from({ length: BOTS_WRITERS }, () => load.write(sender(url))),
    load.upload(sender(url), photo, onSent),
    consumer.run(poller(url)),
  ];
  if (rounds > 0) {
    await uploaded;
    await until(() => hasShown(load, rounds), "what the rounds should show");
  }
  await new Promise((done) => setTimeout(done, 50 + Math.random() * 350));
  await end(program, "SIGKILL");
  await Promise.all(all);
}

async function histories(url: string, { alice }: Cast): Promise<Map<number, Json[]>> {
  const { url: api, access_token, chats } = alice(url);
  const found = new Map<number, Json[]>();
  for (const chat_id of chats) {
    const all: Json[] = [];
    for (;;) {
      const after = all.at(-1)?.message_id ?? 0;
      const { messages } = await call<Json>(`${api}/getHistory`, { chat_id, after, limit: PAGE }, access_token);
      all.push(...messages);
      if (messages.length < PAGE) break;
    }
    found.set(chat_id, all);
  }
  return found;
}

/** @returns the acknowledged files that cannot be downloaded or have other content */
async function missingFiles(url: string, { alice }: Cast, sent: readonly Sent[], found: Found): Promise<string[]> {
  const headers = { authorization: `Bearer ${alice(url).access_token}` };
  const wrong: string[] = [];
  for (const { chat_id, message_id, bytes } of sent) {
    const message = found.chats.get(chat_id)?.find((each) => each.message_id === message_id);
    const [kind, file] = message?.photo ? ["photo", message.photo.at(-1)] : ["document", message?.document];
    if (!file) continue;
    const answer = await fetch(`${url}/api/file/${kind}/${file.file_id}`, { headers });
    const body = Buffer.from(await answer.arrayBuffer());
    if (answer.status === 200 && body.length === file.file_size && body.toString() === (bytes ?? body.toString()))
      continue;
    wrong.push(`the ${kind} of ${message_id} in ${chat_id}: ${answer.status}, ${body.length} bytes`);
  }
  return wrong;
}

/** Shows that the check can fail. */
function plant(sent: readonly Sent[], found: Found): void {
  const { chats, updates } = found;
  const [chat_id, messages] = [...chats].find(([, each]) => each.length > 10)!;
  const without = new Map(chats).set(chat_id, messages.toSpliced(5, 1));
  expect(faults(sent, { ...found, chats: without })).not.toEqual([]);
  const edited = sent.find((each) => each.edited)!;
  const forgotten = sent.map((each) => (each === edited ? { ...each, texts: ["another"] } : each));
  expect(faults(forgotten, found)).toHaveLength(1);
  const told = updates.findIndex((update) => update.message?.text !== undefined);
  expect(faults(sent, { ...found, updates: updates.toSpliced(told, 1) })).toHaveLength(1);
  expect(faults(sent, { ...found, updates: [...updates, updates[told]] })).toHaveLength(1);
}

test("the polling bot detects lost and repeated updates", () => {
  const update = (update_id: number, text = "x") => ({ update_id, message: { text } });
  const heard = (...answers: [number | undefined, ...Json[]][]) => {
    const consumer = new Consumer(0);
    for (const [offset, ...updates] of answers) consumer.heard(offset, updates);
    return consumer.wrong;
  };
  expect(
    heard([undefined, update(1), update(2)], [undefined, update(1)], [3, update(3)], [undefined, update(3)]),
  ).toEqual([]);
  expect(heard([undefined, update(1)], [2], [undefined, update(1)])).toEqual(["update 1 came after 1 was confirmed"]);
  expect(heard([undefined, update(1), update(3)])).toEqual(["update 3 came after 1"]);
  expect(heard([undefined, update(1)], [2, update(3)])).toEqual(["update 3 came after 1"]);
  expect(heard([undefined, update(1)], [undefined, update(1, "y")])).toEqual(["update 1 has changed"]);
});
