/** Frames in quick succession are applied together, in order, and none is lost. */
import type { Frame } from "@heliogram/shared/wire.ts";
import { expect, test } from "vitest";
import { BOB, inside, row, said } from "../../../tests/support/web-client.ts";
import { applyMessage } from "./apply-event.ts";
import { batchFrames } from "./frame-batching.ts";
import { Sync } from "./sync.ts";

const frame = (message_id: number, chat_id = 2): Frame => ({
  type: "chat",
  chat_id,
  seq: message_id,
  kind: "message",
  message: said(message_id, BOB),
});

function start() {
  const t = inside();
  const taken: number[] = [];
  const told: number[] = [];
  t.store.subscribe(({ chats }) => void told.push(chats?.[2]?.seq ?? 0));
  const sync = new Sync(
    t,
    (_chat_id, event) => void taken.push(event.seq),
    () => {},
  );
  const gathering = batchFrames(t.clock, t.store, (each) => void (each.type === "chat" && sync.receiveChatFrame(each)));
  return { ...t, gathering, taken, told };
}

test("the first frame is applied at once, and those that arrive during rendering are applied together", () => {
  const t = start();
  t.gathering.push(frame(1));
  expect([t.taken, t.told]).toEqual([[1], [1]]);
  for (let id = 2; id <= 6; id++) t.gathering.push(frame(id));
  expect(t.taken).toEqual([1]);
  t.time.advance(16);
  expect([t.taken, t.told]).toEqual([
    [1, 2, 3, 4, 5, 6],
    [1, 6],
  ]);
  t.time.advance(1000);
  t.gathering.push(frame(7));
  expect(t.told).toEqual([1, 6, 7]);
});

test("a burst is applied in several batches, completely", () => {
  const t = start();
  for (let id = 1; id <= 1001; id++) t.gathering.push(frame(id));
  for (let pieces = 0; pieces < 10; pieces++) t.time.advance(16);
  expect(t.taken).toEqual(Array.from({ length: 1001 }, (_, i) => i + 1));
  expect(t.told).toEqual([1, 201, 401, 601, 801, 1001]);
});

test("queued frames are discarded when the connection is given up", () => {
  const t = start();
  t.gathering.push(frame(1));
  t.gathering.push(frame(2));
  t.gathering.end();
  t.time.advance(1000);
  expect(t.taken).toEqual([1]);
});

test("in a batch a record is copied once, and earlier copies stay unchanged", () => {
  const copiesWith = (chats: number) => {
    const t = inside();
    let reads = 0;
    const counted = (id: number) =>
      new Proxy(row(id), {
        get(of, name) {
          reads++;
          return Reflect.get(of, name) as unknown;
        },
      });
    const rows = Array.from({ length: chats }, (_, i) => counted(-1 - i));
    t.store.setState({ chats: { ...Object.fromEntries(rows.map((each, i) => [-1 - i, each])), 2: row(2) } });
    const before = t.store.getState().chats;
    const seen = new Set<unknown>();
    reads = 0;
    t.store.batch(() => {
      for (let id = 1; id <= 50; id++) {
        applyMessage(t.store, 2, said(id, BOB));
        seen.add(t.store.getState().chats);
      }
    });
    expect(before?.[2]?.last_message).toBeUndefined();
    expect(t.store.getState().chats?.[2]?.last_message?.message_id).toBe(50);
    return { copies: seen.size, reads };
  };
  expect(copiesWith(2000)).toEqual({ copies: 1, reads: 0 });
  expect(copiesWith(2000)).toEqual(copiesWith(20));
});
