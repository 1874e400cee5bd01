/** A person's screen, written from the reference of the stream alone: it follows chats by frames, and catches up by calls. */
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import type { Json } from "../../support/json.ts";
import type { FinalMessage, History } from "../history.ts";
import { tryCall } from "./calls.ts";

const AGAIN_MS = 200;
const PAGE = 200;

interface FollowedChat {
  seq: number;
  readonly messages: Map<number, string>;
}

export interface ScreenOptions {
  readonly history: History;
  readonly name: string;
  readonly url: string;
  readonly access_token: string;
  readonly chats: readonly number[];
}

let sockets = 0;

export class Screen {
  readonly #options: ScreenOptions;
  readonly #chats = new Map<number, FollowedChat>();
  #work: Promise<void> = Promise.resolve();
  #socket: WebSocket | undefined;
  #isOver = false;

  constructor(options: ScreenOptions) {
    this.#options = options;
    for (const chat_id of options.chats) this.#chats.set(chat_id, { seq: 0, messages: new Map() });
  }

  /** Keeps a socket open until the end: a new one as soon as one has broken. */
  async follow(): Promise<void> {
    while (!this.#isOver) {
      await this.#once();
      await sleep(AGAIN_MS);
    }
  }

  close(): void {
    this.#isOver = true;
    this.#socket?.terminate();
  }

  /** Catches up with everything, and records what is on the screen. */
  async finish(): Promise<void> {
    await this.#work;
    for (const chat_id of this.#chats.keys()) await this.#catchUp(chat_id);
    const { history, name } = this.#options;
    for (const [chat_id, { messages }] of this.#chats) {
      const shown: FinalMessage[] = [...messages].map(([message_id, text]) => ({ message_id, text }));
      history.add({
        type: "final-screen",
        by: name,
        chat_id,
        messages: shown.sort((a, b) => a.message_id - b.message_id),
      });
    }
  }

  /** One connection, from its beginning to its end. */
  #once(): Promise<void> {
    const { history, name, url, access_token } = this.#options;
    const number = ++sockets;
    const socket = new WebSocket(`${url.replace("http", "ws")}/api/stream`, {
      headers: { authorization: `Bearer ${access_token}` },
      handshakeTimeout: 5000,
    });
    this.#socket = socket;
    return new Promise((closed) => {
      socket.on("error", () => {});
      socket.once("close", () => {
        history.add({ type: "close", socket: number });
        closed();
      });
      socket.on("open", () => history.add({ type: "open", socket: number, by: name }));
      socket.on("message", (data: Buffer) => {
        const frame: Json = JSON.parse(data.toString());
        const { type, chat_id, seq, message } = frame;
        history.add({ type: "frame", socket: number, frame: type, chat_id, seq, text: message?.text });
        this.#work = this.#work.then(() => this.#take(frame));
      });
    });
  }

  async #take(frame: Json): Promise<void> {
    if (frame.type === "hello") {
      for (const chat_id of this.#chats.keys()) await this.#catchUp(chat_id);
      return;
    }
    const chat = frame.type === "chat" ? this.#chats.get(frame.chat_id) : undefined;
    if (!chat || frame.seq <= chat.seq) return;
    if (frame.seq === chat.seq + 1) apply(chat, frame);
    else await this.#catchUp(frame.chat_id);
  }

  async #catchUp(chat_id: number): Promise<void> {
    const chat = this.#chats.get(chat_id)!;
    while (!this.#isOver) {
      const { seq, resync, events } = await this.#call("getDifference", { chat_id, seq: chat.seq });
      if (resync) {
        await this.#readAll(chat_id, chat);
        return;
      }
      for (const event of events) if (event.seq === chat.seq + 1) apply(chat, event);
      if (chat.seq >= seq) return;
    }
  }

  async #readAll(chat_id: number, chat: FollowedChat): Promise<void> {
    let after = 0;
    for (;;) {
      const { seq, messages } = await this.#call("getHistory", { chat_id, after, limit: PAGE });
      for (const message of messages) chat.messages.set(message.message_id, textOf(message));
      if (messages.length < PAGE) {
        chat.seq = seq;
        return;
      }
      after = messages.at(-1).message_id;
    }
  }

  /** Repeats a read until it is answered. */
  async #call(method: string, params: object): Promise<Json> {
    const { url, access_token } = this.#options;
    for (;;) {
      const outcome = await tryCall(`${url}/api/${method}`, params, { access_token });
      if (outcome.how === "ok") return outcome.result;
      if (outcome.how === "refused" && !outcome.why.startsWith("5")) throw new Error(`${method}: ${outcome.why}`);
      await sleep(AGAIN_MS);
    }
  }
}

function apply(chat: FollowedChat, event: Json): void {
  chat.seq = event.seq;
  if (event.message) chat.messages.set(event.message.message_id, textOf(event.message));
  else if (event.kind === "delete") chat.messages.delete(event.message_id);
}

function textOf(message: Json): string {
  return message.text ?? message.caption ?? "";
}
