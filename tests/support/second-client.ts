/** A second client, written only from the reference's section about the stream. It stores the messages of every chat. */
import { WebSocket } from "ws";
import { expectFrameInSchema } from "./openapi-check.ts";
import type { Json } from "./json.ts";
import type { TestService } from "./service.ts";
import { until } from "./until.ts";

interface FollowedChat {
  seq: number;
  /** The content of each message by `message_id`. */
  readonly messages: Map<number, string>;
}

export class SecondClient {
  readonly chats = new Map<number, FollowedChat>();
  readonly #t: TestService;
  readonly #username: string;
  #socket: WebSocket | undefined;
  /** Frames are processed one at a time, because some need calls. */
  #work: Promise<void> = Promise.resolve();

  constructor(t: TestService, username: string) {
    this.#t = t;
    this.#username = username;
  }

  /** Opens the socket, waits for `hello`, and loads the missed events. */
  async connect(): Promise<void> {
    const socket = new WebSocket(`${this.#t.url.replace("http", "ws")}/api/stream`, {
      headers: { authorization: `Bearer ${this.#t.accessToken(this.#username)}` },
    });
    this.#socket = socket;
    await new Promise<void>((opened) => {
      socket.on("message", (data: Buffer) => {
        const frame: Json = JSON.parse(data.toString());
        expectFrameInSchema(frame);
        if (frame.type === "hello") opened();
        else this.#work = this.#work.then(() => (this.#socket === socket ? this.#take(frame) : undefined));
      });
    });
    this.#work = this.#work.then(() => this.#readList());
    await this.#work;
  }

  /** Breaks the connection; frames in transit are lost. */
  cut(): void {
    this.#socket?.terminate();
    this.#socket = undefined;
  }

  /** Resolves when all events up to the positions that `listChats` returns are applied. */
  async settled(): Promise<void> {
    await until(async () => {
      await this.#work;
      const { chats }: Json = await this.#call("listChats", {});
      const isBehind = (row: Json) => (this.chats.get(row.chat.id)?.seq ?? -1) < row.seq;
      return !chats.some(isBehind) && chats.length === this.chats.size;
    }, "a client that has applied all events");
  }

  async #take(frame: Json): Promise<void> {
    if (frame.type === "gone") this.chats.delete(frame.chat_id);
    if (frame.type === "joined" || (frame.type === "account" && frame.kind === "chat")) await this.#readList();
    if (frame.type !== "chat") return;
    const chat = this.chats.get(frame.chat_id);
    if (!chat) await this.#readList();
    else if (frame.seq === chat.seq + 1) apply(chat, frame);
    else if (frame.seq > chat.seq) await this.#catchUp(frame.chat_id, chat);
  }

  async #readList(): Promise<void> {
    const { chats }: Json = await this.#call("listChats", {});
    for (const { chat, seq } of chats as Json[]) {
      const known = this.chats.get(chat.id);
      if (!known) await this.#readHistory(chat.id);
      else if (seq > known.seq) await this.#catchUp(chat.id, known);
    }
    const listed = new Set(chats.map((row: Json) => row.chat.id));
    for (const id of this.chats.keys()) if (!listed.has(id)) this.chats.delete(id);
  }

  async #catchUp(chat_id: number, chat: FollowedChat): Promise<void> {
    for (;;) {
      const difference = await this.#callInChat("getDifference", { chat_id, seq: chat.seq });
      if (!difference) return;
      const { seq, resync, events } = difference;
      if (resync) return this.#readHistory(chat_id);
      for (const event of events) apply(chat, event);
      if (chat.seq >= seq) return;
    }
  }

  async #readHistory(chat_id: number): Promise<void> {
    const history = await this.#callInChat("getHistory", { chat_id, limit: 100 });
    if (!history) return;
    const { seq, messages } = history;
    this.chats.set(chat_id, { seq, messages: new Map(messages.map((each: Json) => [each.message_id, says(each)])) });
  }

  /** Resolves to undefined, and removes the chat, if the person has left it since the event that caused the call. */
  async #callInChat(method: string, params: { chat_id: number; [name: string]: unknown }): Promise<Json | undefined> {
    const { body } = await this.#t.person(this.#username, method, params);
    if (body.ok) return body.result;
    if (body.reason !== "NOT_A_MEMBER") throw new Error(`${method} answered ${JSON.stringify(body)}`);
    this.chats.delete(params.chat_id);
    return undefined;
  }

  #call(method: string, params: object): Promise<Json> {
    return this.#t.as(this.#username, method, params);
  }
}

function apply(chat: FollowedChat, event: Json): void {
  chat.seq = event.seq;
  if (event.message) chat.messages.set(event.message.message_id, says(event.message));
  else if (event.message_id !== undefined) chat.messages.delete(event.message_id);
}

/** The content of a message of any kind. */
export function says(message: Json): string {
  return message.text ?? Object.keys(message).join();
}
