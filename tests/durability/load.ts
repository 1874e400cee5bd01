/** The load during a kill or a backup: people and bots send texts, edits and files to several chats. */
import { setTimeout as wait } from "node:timers/promises";
import { call, Refused } from "../support/own-process.ts";
import type { Json } from "../support/service.ts";
import type { Author, Sent } from "./ledger.ts";

/** The chat and the account of a writer. */
export interface Writer {
  readonly author: Author;
  /** The base address, to which method names are appended. */
  readonly url: string;
  readonly access_token?: string;
  readonly chats: readonly number[];
}

export class Load {
  readonly sent: Sent[] = [];
  readonly wrong: string[] = [];
  readonly #pause_ms: number;
  #count = 0;

  /** @param pause_ms how long each writer waits before its next message */
  constructor(pause_ms = 0) {
    this.#pause_ms = pause_ms;
  }

  /** Sends texts, and edits every third. */
  write(writer: Writer): Promise<void> {
    return this.#untilGone(async (n) => {
      const [chat_id, text] = [chatOf(writer, n), `text ${n}`];
      const { message_id } = await ask(writer, "sendMessage", { chat_id, text });
      const sent: Sent = { chat_id, message_id, author: writer.author, texts: [text] };
      this.sent.push(sent);
      if (n % 3 === 0) await edit(writer, sent, "editMessageText", "text", `${text}, edited`);
    });
  }

  /** Uploads documents and photos in turn, and edits some captions. Calls `onDocument` after each document. */
  upload(writer: Writer, photo: Uint8Array<ArrayBuffer>, onDocument: () => void): Promise<void> {
    return this.#untilGone(async (n) => {
      const [chat_id, caption, bytes] = [chatOf(writer, n), `file ${n}`, `bytes of ${n}`];
      const isPhoto = n % 2 === 0;
      const form = new FormData();
      form.set("chat_id", String(chat_id));
      form.set("caption", caption);
      form.set(isPhoto ? "photo" : "document", new Blob([isPhoto ? photo : bytes]), "file");
      const { message_id } = await ask(writer, isPhoto ? "sendPhoto" : "sendDocument", form);
      const common = { chat_id, message_id, author: writer.author, texts: [caption] };
      const sent: Sent = isPhoto ? common : { ...common, bytes };
      this.sent.push(sent);
      if (!isPhoto) onDocument();
      if (n % 3 === 0) await edit(writer, sent, "editMessageCaption", "caption", `${caption}, edited`);
    });
  }

  /** Repeats until the connection breaks. A refusal is an error of the service. */
  async #untilGone(work: (n: number) => Promise<void>): Promise<void> {
    try {
      for (;;) {
        await work((this.#count += 1));
        if (this.#pause_ms > 0) await wait(this.#pause_ms);
      }
    } catch (error) {
      if (error instanceof Refused) this.wrong.push(error.message);
    }
  }
}

function chatOf({ chats }: Writer, n: number): number {
  return chats[n % chats.length]!;
}

function ask({ url, access_token }: Writer, method: string, params: object): Promise<Json> {
  return call<Json>(`${url}/${method}`, params, access_token);
}

/** Until the response arrives, the message may have the old or the new text. */
async function edit(writer: Writer, sent: Sent, method: string, field: string, text: string): Promise<void> {
  sent.texts = [...sent.texts, text];
  await ask(writer, method, { chat_id: sent.chat_id, message_id: sent.message_id, [field]: text });
  sent.texts = [text];
  sent.edited = true;
}
