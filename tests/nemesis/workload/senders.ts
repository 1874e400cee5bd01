/** People and bots that send and edit texts without end. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Json } from "../../support/json.ts";
import type { History, Outcome, Send } from "../history.ts";
import { tryCall } from "./calls.ts";

/** The pause between two calls of one sender, so that senders leave the machine to the nodes. */
const PAUSE_MS = 40;
/** The pause before a call is repeated whose outcome is unknown. */
const AGAIN_MS = 250;
/** Every so many messages, the author edits one. */
const EDIT_EVERY = 5;

export interface SenderOptions {
  readonly history: History;
  readonly name: string;
  readonly author: "person" | "bot";
  /** What the names of methods are appended to. */
  readonly url: string;
  readonly access_token?: string;
  readonly chats: readonly number[];
  readonly ended: AbortSignal;
}

/** Sends until the end. A person repeats a call under its key until the outcome is known; a bot has no such key. */
export async function sendWithoutEnd(options: SenderOptions): Promise<void> {
  const { name, author, chats, ended } = options;
  for (let n = 1; !ended.aborted; n++) {
    const [chat_id, text] = [chats[n % chats.length]!, `${name}/${n}`];
    const key = author === "person" ? { key: `send-of-${name}-${n}` } : {};
    const outcome = await send(options, { what: "send", chat_id, text, author, ...key });
    if (outcome.how === "ok" && n % EDIT_EVERY === 0) {
      await edit(options, chat_id, (outcome.result as Json).message_id, `${text} edited`);
    }
    await sleep(PAUSE_MS);
  }
}

async function send(options: SenderOptions, action: Send): Promise<Outcome> {
  const { history, name, ended } = options;
  for (;;) {
    const outcome = await history.record(name, action, () =>
      call(options, "sendMessage", { chat_id: action.chat_id, text: action.text }, action.key),
    );
    if (outcome.how !== "unknown" || action.key === undefined || ended.aborted) return outcome;
    await sleep(AGAIN_MS);
  }
}

function edit(options: SenderOptions, chat_id: number, message_id: number, text: string): Promise<Outcome> {
  const action = { what: "edit", chat_id, message_id, text } as const;
  return options.history.record(options.name, action, () =>
    call(options, "editMessageText", { chat_id, message_id, text }),
  );
}

/** Only what the checker needs of the result is kept. */
async function call(
  { url, access_token }: SenderOptions,
  method: string,
  params: object,
  key?: string,
): Promise<Outcome> {
  const outcome = await tryCall(`${url}/${method}`, params, {
    ...(access_token === undefined ? {} : { access_token }),
    ...(key === undefined ? {} : { key }),
  });
  if (outcome.how !== "ok") return outcome;
  return { how: "ok", result: { message_id: (outcome.result as Json).message_id } };
}
