/** The bound on loaded histories: the least recently opened chats are dropped, and nothing that is in use. */
import { beforeEach, expect, test } from "vitest";
import { historyOf } from "../model/messages/history.ts";
import { setDraft } from "./drafts.ts";
import { markOpened, MAX_LOADED_CHATS, setHistory, setPlayingChat } from "./histories.ts";
import { createStateStore, type Store } from "./state.ts";

const EMPTY = historyOf({ messages: [] });

let store: Store;
beforeEach(() => {
  store = createStateStore();
});

function open(...ids: readonly number[]): void {
  for (const id of ids) {
    store.setState(markOpened(id));
    store.setState(setHistory(id, EMPTY));
  }
}

const loaded = () => Object.keys(store.getState().histories).map(Number);
/** Chats with ids of groups and of private chats, whose records are in different orders. */
const chats = (count: number, from = 1) => Array.from({ length: count }, (_, i) => (i % 2 ? 1 : -1) * (from + i));

test("as many chats as the limit stay loaded, the least recently opened one is dropped", () => {
  const ids = chats(MAX_LOADED_CHATS);
  open(...ids);
  expect(loaded().toSorted()).toEqual(ids.toSorted());
  open(ids[0]!);
  open(1000);
  expect(loaded()).toHaveLength(MAX_LOADED_CHATS);
  expect(loaded()).toContain(ids[0]);
  expect(loaded()).not.toContain(ids[1]);
  open(...chats(100, 2000));
  expect(loaded().toSorted()).toEqual(chats(100, 2000).slice(-MAX_LOADED_CHATS).toSorted());
  expect(store.getState().opened_places).toHaveLength(MAX_LOADED_CHATS);
});

test("a page that arrives late does not drop the chat that was opened in the meantime", () => {
  open(...chats(MAX_LOADED_CHATS));
  store.setState(markOpened(500));
  store.setState(markOpened(600));
  store.setState(setHistory(600, EMPTY));
  store.setState(setHistory(500, EMPTY));
  expect(loaded()).toEqual(expect.arrayContaining([500, 600]));
});

test("the followed chat and the chat that is played stay loaded", () => {
  open(7, 8, 9);
  store.setState({ followed: 7 });
  store.setState(setPlayingChat(8));
  open(...chats(2 * MAX_LOADED_CHATS, 100));
  expect(loaded()).toHaveLength(MAX_LOADED_CHATS);
  expect(loaded()).toEqual(expect.arrayContaining([7, 8]));
  expect(loaded()).not.toContain(9);
  store.setState(setPlayingChat(undefined));
  open(1);
  expect(loaded()).not.toContain(8);
});

test("chats that were restored and never opened are dropped first", () => {
  const restored = chats(MAX_LOADED_CHATS);
  store.setState({ histories: Object.fromEntries(restored.map((id) => [id, EMPTY])) });
  open(restored[3]!, 1000);
  expect(loaded()).toHaveLength(MAX_LOADED_CHATS);
  expect(loaded()).toEqual(expect.arrayContaining([restored[3], 1000]));
});

test("drafts and outgoing messages of a dropped chat stay", () => {
  open(7);
  store.setState(setDraft(7, { text: "Not yet" }));
  const outgoing = { key: "k", chat_id: 7, text: "On its way" } as unknown as ReturnType<
    Store["getState"]
  >["outbox"][0];
  store.setState({ outbox: [outgoing] });
  open(...chats(MAX_LOADED_CHATS, 100));
  expect(loaded()).not.toContain(7);
  expect(store.getState().drafts[7]).toMatchObject({ text: "Not yet" });
  expect(store.getState().outbox).toEqual([outgoing]);
});
