/** Messages that offer a token: behind a button, until the person is done with it or some minutes are over. */
import type { OwnBot } from "@heliogram/shared/wire.ts";
import type { ShownToken } from "./note.ts";
import { at, button, plain, type Talk } from "./talk.ts";

/** How long a token can be copied, unless the person is done sooner. */
const SHOWN_S = 10 * 60;
/** Messages with a token in one chat at a time; the oldest is hidden for a further one. */
const MAX_SHOWN = 5;

export interface MadeToken {
  readonly bot: OwnBot;
  readonly token: string;
  readonly base_url: string;
}

/** Shows a token this once. */
export async function showToken(talk: Talk, { bot, token }: MadeToken, opening: string): Promise<void> {
  const text = `${opening}

It is behind the button. Whoever has it can speak as your bot: keep it like a password. I take the button away when you press Done, at the latest in ${SHOWN_S / 60} minutes; then nobody can show the token again, and /token makes a new one.`;
  const keyboard = [[{ text: "Copy the token", copy_text: { text: token } }], [button("Done", "done")]];
  const message_id = await talk.say({ text, keyboard }, { protect_content: true });
  const shown = { message_id, username: at(bot), until_s: talk.now_s + SHOWN_S };
  const all = [...talk.note.tokens, shown];
  for (const old of all.slice(0, -MAX_SHOWN)) await hide(talk, old);
  talk.note = { ...talk.note, tokens: all.slice(-MAX_SHOWN) };
}

/** Hides what one message offers: the person has pressed Done. */
export async function hideToken(talk: Talk, message_id: number): Promise<void> {
  const shown = talk.note.tokens.find((each) => each.message_id === message_id);
  await hide(talk, shown ?? { message_id, username: "this bot", until_s: 0 });
  talk.note = { ...talk.note, tokens: talk.note.tokens.filter((each) => each !== shown) };
}

/** Hides what has been offered long enough. */
export async function hideOverdue(talk: Talk): Promise<void> {
  const over = talk.note.tokens.filter((each) => each.until_s <= talk.now_s);
  for (const each of over) await hide(talk, each);
  talk.note = { ...talk.note, tokens: talk.note.tokens.filter((each) => !over.includes(each)) };
}

async function hide(talk: Talk, { message_id, username }: ShownToken): Promise<void> {
  const { step } = talk.note;
  const text = `The token of ${plain(username)} was shown here. /token makes a new one.`;
  await talk.replace(message_id, { text, ...(step ? { step } : {}) });
}
