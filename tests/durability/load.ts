/** Those who write while the service is killed: people and bots, texts, edits and files, into several chats. */
import { call, Refused } from "../kit/own-process.ts";
import type { Json } from "../kit/service.ts";
import type { Author, Sent } from "./ledger.ts";

/** Where a writer writes, and as whom. */
export interface Face {
  readonly author: Author;
  /** What the names of methods are appended to. */
  readonly url: string;
  readonly access_token?: string;
  readonly chats: readonly number[];
}

export class Load {
  readonly sent: Sent[] = [];
  readonly wrong: string[] = [];
  #count = 0;

  /** Sends texts, and edits every third. */
  write(face: Face): Promise<void> {
    return this.#untilGone(async (n) => {
      const [chat_id, text] = [chatOf(face, n), `text ${n}`];
      const { message_id } = await ask(face, "sendMessage", { chat_id, text });
      const sent: Sent = { chat_id, message_id, author: face.author, texts: [text] };
      this.sent.push(sent);
      if (n % 3 === 0) await edit(face, sent, "editMessageText", "text", `${text}, edited`);
    });
  }

  /** Uploads documents and photos by turns, and edits the captions of some. */
  upload(face: Face, photo: Uint8Array<ArrayBuffer>, onSent: () => void): Promise<void> {
    return this.#untilGone(async (n) => {
      const [chat_id, caption, bytes] = [chatOf(face, n), `file ${n}`, `bytes of ${n}`];
      const isPhoto = n % 2 === 0;
      const form = new FormData();
      form.set("chat_id", String(chat_id));
      form.set("caption", caption);
      form.set(isPhoto ? "photo" : "document", new Blob([isPhoto ? photo : bytes]), "file");
      const { message_id } = await ask(face, isPhoto ? "sendPhoto" : "sendDocument", form);
      const common = { chat_id, message_id, author: face.author, texts: [caption] };
      const sent: Sent = isPhoto ? common : { ...common, bytes };
      this.sent.push(sent);
      onSent();
      if (n % 3 === 0) await edit(face, sent, "editMessageCaption", "caption", `${caption}, edited`);
    });
  }

  /** Repeats until the connection breaks. A refusal is a fault: there is nothing to refuse. */
  async #untilGone(work: (n: number) => Promise<void>): Promise<void> {
    try {
      for (;;) await work((this.#count += 1));
    } catch (error) {
      if (error instanceof Refused) this.wrong.push(error.message);
    }
  }
}

function chatOf({ chats }: Face, n: number): number {
  return chats[n % chats.length]!;
}

function ask({ url, access_token }: Face, method: string, params: object): Promise<Json> {
  return call<Json>(`${url}/${method}`, params, access_token);
}

/** Until the answer comes, the message may be the one or the other. */
async function edit(face: Face, sent: Sent, method: string, field: string, text: string): Promise<void> {
  sent.texts = [...sent.texts, text];
  await ask(face, method, { chat_id: sent.chat_id, message_id: sent.message_id, [field]: text });
  sent.texts = [text];
  sent.edited = true;
}
