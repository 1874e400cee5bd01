/** The chat or the person that a legal hold is on, as methods name it. */
import type { NamedSubject } from "../../app/retention/holds.ts";
import { refuse } from "../../domain/refusals.ts";
import { findPerson } from "../../store/queries/accounts/people.ts";
import { lockChat } from "../../store/queries/chats/chats.ts";
import { findHold } from "../../store/queries/retention/holds.ts";
import type { Tx } from "../../store/db.ts";
import { described, int, optional, ParameterError } from "../engine/fields.ts";

export const HOLD_FIELDS = {
  chat_id: described(optional(int()), "The id of a group or channel."),
  user_id: described(optional(int()), "The id of a person; given in place of `chat_id`."),
};

interface Given {
  readonly chat_id?: number | undefined;
  readonly user_id?: number | undefined;
}

/**
 * Locks the chat, so that a deletion that runs has ended. A chat that was deleted under a hold is found too.
 * @throws RefusalError, ParameterError
 */
export async function holdSubject(tx: Tx, { chat_id, user_id }: Given): Promise<NamedSubject> {
  if (user_id !== undefined) {
    if (chat_id !== undefined) throw new ParameterError("chat_id and user_id can't be given together");
    return (await findPerson(tx, user_id)) ? { kind: "person", id: user_id } : refuse("USER_NOT_FOUND");
  }
  if (chat_id === undefined) throw new ParameterError("chat_id or user_id is expected");
  const chat = await lockChat(tx, chat_id);
  if (chat && chat.type !== "private") return { kind: "chat", id: chat_id, title: chat.title };
  const held = await findHold(tx, { kind: "chat", id: chat_id });
  return held ? { kind: "chat", id: chat_id } : refuse("CHAT_NOT_FOUND");
}
