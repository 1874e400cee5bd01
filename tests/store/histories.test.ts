/** Random histories of transactions are compared with a model, on both engines, and after closing or a kill. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, describe, test } from "vitest";
import { LONG_RUN } from "../support/long-run.ts";
import type { Chat } from "heliogram/domain/chats.ts";
import { findChat, findPrivateChat, lockChat, insertChat, updateChat } from "heliogram/store/queries/chats/chats.ts";
import type { Db, ReadTx, Tx } from "heliogram/store/db.ts";
import { findMessage, insertMessage } from "heliogram/store/queries/messages/messages.ts";
import {
  eventsAfter,
  lastMessageId,
  openStream,
  streamState,
  trimStream,
} from "heliogram/store/queries/streams/streams.ts";
import { engines, type Engine } from "../support/service.ts";
import { makeStoreLocation, type StoreLocation } from "../support/test-store.ts";

/** The part of an event that the transaction determines. */
type Said = readonly [kind: string, ref: number];

interface Place {
  readonly title: string;
  readonly texts: readonly string[];
  readonly events: readonly (readonly [seq: number, ...said: Said])[];
  readonly last_seq: number;
  readonly trimmed_seq: number;
}
type Model = Readonly<Record<number, Place | undefined>>;

type Step =
  | { readonly do: "say" | "append" | "rename" | "look" | "read" | "trim" | "open"; readonly chat: number }
  | { readonly do: "fail" };

const chat = fc.integer({ min: 1, max: 4 });
const fail = { weight: 1, arbitrary: fc.constant({ do: "fail" as const }) };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constantFrom("say", "append", "look"), chat }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constantFrom("rename", "read", "trim", "open"), chat }) },
  fail,
);
/** Steps that a store may buffer. */
const quietStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom("say", "append", "trim"), chat }) },
  fail,
);
/** Concurrent transactions; a failed one rolls back only its own changes. */
const together = (each: fc.Arbitrary<Step>) => fc.array(fc.array(each, { maxLength: 8 }), { maxLength: 6 });
/** Most chats exist from the start, so that more can happen in them. */
const opening: Step[][] = [1, 2, 3].map((each) =>
  ["open", "say", "trim"].map((what) => ({ do: what, chat: each }) as Step),
);
const history = fc
  .array(fc.oneof(together(step), together(quietStep)), { maxLength: 8 })
  .map((rounds) => [opening, ...rounds]);

class Refusal extends Error {}

/** Waits for several turns of the event loop. */
async function turn(count = 1): Promise<void> {
  for (let n = 0; n < count; n++) await new Promise(setImmediate);
}

describe.each<Engine>([...engines(), "memory"])("the store on %s", (engine) => {
  let db: Db;
  let store: StoreLocation;
  /** Every history has chats of its own. */
  let base = 0;
  beforeAll(async () => {
    store = await makeStoreLocation(engine);
    db = await store.open();
  });
  afterAll(async () => {
    await db.close();
    await store.remove();
  });

  const chatOf = (n: number, title: string): Chat => ({
    id: base + n,
    type: "private",
    title,
    description: "",
    username: null,
    photo: null,
    creator_id: null,
    permissions: 0,
    member_count: 0,
    link_previews: true,
    low_id: base + n,
    high_id: base + n + 1,
    is_forum: false,
  });

  /** Reads everything of one chat. */
  async function placeOf(tx: ReadTx, n: number): Promise<Place | undefined> {
    const chat = await findChat(tx, base + n);
    if (!chat) return undefined;
    // Each table is read before those whose reads would flush its buffered rows.
    const texts: string[] = [];
    for (let id = 1; ; id++) {
      const message = await findMessage(tx, base + n, id);
      if (!message) break;
      texts.push(message.text);
    }
    const state = (await streamState(tx, base + n))!;
    expect(await lastMessageId(tx, base + n)).toBe(texts.length);
    const events = await eventsFrom(tx, n, 0, 1000);
    // A page may begin and end anywhere, also within an event range.
    for (const [i, [seq]] of events.entries()) {
      expect(await eventsFrom(tx, n, seq, 2)).toEqual(events.slice(i + 1, i + 3));
    }
    return { title: chat.title, texts, events, last_seq: state.last_seq, trimmed_seq: state.trimmed_seq };
  }

  /** A read sees one state despite concurrent writes. */
  function expectOneState(place: Place | undefined): void {
    if (place)
      expect([place.events.at(-1)?.[0] ?? place.trimmed_seq, place.events.length]).toEqual([
        place.last_seq,
        place.last_seq - place.trimmed_seq,
      ]);
  }

  async function eventsFrom(tx: ReadTx, n: number, seq: number, limit: number): Promise<Place["events"]> {
    return (await eventsAfter(tx, base + n, seq, limit)).map((event) => [event.seq, event.kind, event.ref] as const);
  }

  /** The model with the events that are numbered at the end of a transaction. */
  function withEvents(place: Place, said: readonly Said[]): Place {
    const numbered = said.map((each, i) => [place.last_seq + 1 + i, ...each] as const);
    return { ...place, events: [...place.events, ...numbered], last_seq: place.last_seq + said.length };
  }

  async function carryOut(tx: Tx, steps: readonly Step[], before: Model): Promise<Model> {
    const model: Record<number, Place | undefined> = { ...before };
    const appended = new Map<number, Said[]>();
    const append = (n: number, kind: string, ref: number) => {
      tx.append({ stream: base + n, kind, ref, body: "" });
      appended.set(n, [...(appended.get(n) ?? []), [kind, ref]]);
    };
    for (const each of steps) {
      if (each.do === "fail") throw new Refusal();
      const { chat: n } = each;
      const place = model[n];
      const id = base + n;
      if (each.do === "look") expect((await findChat(tx, id))?.title).toBe(place?.title);
      else if (each.do === "read") expect(await placeOf(tx, n)).toEqual(place);
      else if (!place) {
        if (each.do !== "open") continue;
        await insertChat(tx, chatOf(n, "new"), 0);
        await openStream(tx, id);
        model[n] = { title: "new", texts: [], events: [], last_seq: 0, trimmed_seq: 0 };
      } else if (each.do === "say") {
        const message_id = await tx.allocateMessageIds(id, 1, 5);
        const text = `message ${message_id}`;
        const rest = {
          sender_chat_id: null,
          date: 5,
          edit_date: null,
          reply_to: null,
          media_group_id: null,
          thread_id: null,
        };
        await insertMessage(tx, { ...rest, chat_id: id, message_id, sender_id: 7, text, content: {} });
        append(n, "message", message_id);
        model[n] = { ...place, texts: [...place.texts, text] };
        expect(message_id).toBe(place.texts.length + 1);
      } else if (each.do === "append") {
        append(n, n % 2 === 0 ? "message" : "x", 0);
      } else if (each.do === "rename") {
        const held = await lockChat(tx, id);
        expect(held?.title).toBe(place.title);
        await updateChat(tx, { ...held!, title: `${place.title}+` });
        expect((await findPrivateChat(tx, id, id + 1))?.title).toBe(`${place.title}+`);
        model[n] = { ...place, title: `${place.title}+` };
      } else if (each.do === "trim") {
        const last = place.events.at(-1)?.[0] ?? place.trimmed_seq;
        await trimStream(tx, id, last);
        model[n] = { ...place, events: [], trimmed_seq: Math.max(place.trimmed_seq, last) };
      }
    }
    for (const [n, said] of appended) model[n] = withEvents(model[n]!, said);
    return model;
  }

  const lookAround = () => Promise.all([1, 2, 3, 4].map((n) => db.read((tx) => placeOf(tx, n))));

  async function expectModel(opened: Db, model: Model): Promise<void> {
    for (const n of [1, 2, 3, 4]) expect(await opened.read((tx) => placeOf(tx, n))).toEqual(model[n]);
  }

  async function expectAfterKill(model: Model): Promise<void> {
    const killed = await store.openAsKilled();
    try {
      await expectModel(killed.db, model);
    } finally {
      await killed.remove();
    }
  }

  async function run(rounds: readonly (readonly (readonly Step[])[])[]): Promise<void> {
    base += 10;
    let model: Model = {};
    for (const transactions of rounds) {
      // PostgreSQL runs them concurrently in an order that the model cannot predict, so there they run one after the other.
      const one = async (steps: readonly Step[]) => {
        try {
          await db.write(async (tx) => {
            model = await carryOut(tx, steps, model);
          });
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
      };
      const isLast = transactions === rounds.at(-1);
      // Reading flushes the buffered rows, so nothing is read before the last round is cut off.
      const looks = isLast ? [] : [lookAround(), turn().then(lookAround)];
      if (engine === "postgres") for (const steps of transactions) await one(steps);
      else await Promise.all(transactions.map((steps, i) => turn(i % 3).then(() => one(steps))));
      for (const seen of await Promise.all(looks)) seen.forEach(expectOneState);
      if (isLast && engine === "sqlite") await expectAfterKill(model);
      await expectModel(db, model);
    }
    if (engine === "sqlite") {
      await db.close();
      db = await store.open();
      await expectModel(db, model);
    }
  }

  test("any history of transactions", async () => {
    const often = engine === "memory" ? 150 : 60;
    const numRuns = LONG_RUN ? 2 * often : often / 2;
    await fc.assert(fc.asyncProperty(history, run), { numRuns });
    // Sixty histories on PostgreSQL take long on a loaded machine.
  }, 300_000);
});
