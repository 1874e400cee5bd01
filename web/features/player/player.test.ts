/** The player goes on to the next file of its chat, however many other chats are opened meanwhile. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Message } from "@heliogram/shared/wire.ts";
import { historyOf } from "../../core/model/messages/history.ts";
import { markOpened, MAX_LOADED_CHATS, setHistory } from "../../core/store/histories.ts";
import { createStateStore, type Store } from "../../core/store/state.ts";
import { Player } from "./player.ts";

class FakeAudio extends EventTarget {
  src = "";
  preload = "";
  playbackRate = 1;
  currentTime = 0;
  duration = 10;
  play = () => Promise.resolve();
  pause = () => {};
  load = () => {};
  removeAttribute = () => {};
}

const MUSIC_CHAT = 7;

function audio(message_id: number): Message {
  return {
    message_id,
    chat: { id: MUSIC_CHAT },
    date: 1,
    audio: { file_id: `f${message_id}`, duration: 10 },
  } as Message;
}

let store: Store;
let element: FakeAudio;
let player: Player;
beforeEach(() => {
  store = createStateStore();
  element = new FakeAudio();
  // A constructor that returns an object gives that object to `new`.
  vi.stubGlobal("Audio", function Audio() {
    return element;
  });
  const sourceOf = (message: Message) => ({ message, kind: "audio" as const, source: `/${message.message_id}` });
  player = new Player({
    store,
    storage: { read: () => undefined, write: () => {}, remove: () => {}, clear: () => {} },
    sourceOf,
  });
});
afterEach(() => vi.unstubAllGlobals());

function open(chat_id: number, messages: Message[] = []): void {
  store.setState(markOpened(chat_id));
  store.setState(setHistory(chat_id, historyOf({ messages })));
}

test("the next file is played after many other chats were opened", () => {
  open(MUSIC_CHAT, [audio(1), audio(2)]);
  player.play(audio(1));
  for (let i = 0; i <= MAX_LOADED_CHATS; i++) open(100 + i);
  element.dispatchEvent(new Event("ended"));
  expect(player.state().track?.message.message_id).toBe(2);
});

test("after the player was closed, its chat is dropped like any other", () => {
  open(MUSIC_CHAT, [audio(1), audio(2)]);
  player.play(audio(1));
  player.close();
  for (let i = 0; i <= MAX_LOADED_CHATS; i++) open(100 + i);
  expect(store.getState().histories[MUSIC_CHAT]).toBeUndefined();
});
