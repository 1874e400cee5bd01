/** Forwarding and copying several messages by one call (behaviour.md §4). */
import { MAX_FORWARDED_MESSAGES } from "@heliogram/shared/limits.ts";
import { newAlbumId } from "../../app/messages/post.ts";
import type { Content, Message } from "../../domain/messages.ts";
import {
  arrayOf,
  bool,
  chatId,
  described,
  messageId,
  optional,
  ParameterError,
  type ChatRef,
  type Field,
} from "../engine/fields.ts";
import { arrayOfSchema, schemas } from "../engine/schemas.ts";
import { findForwardableMessages, NO_REPLY_OR_KEYBOARD } from "./forwarding.ts";
import { threadField } from "./threads.ts";
import { send, SEND_REFUSALS, type SendCall } from "./sending.ts";
import type { Fail, Refusal } from "../../domain/refusals.ts";

const FORWARD_SEVERAL_REFUSALS = [...SEND_REFUSALS, "NOTHING_TO_FORWARD"] as const satisfies readonly Refusal[];

const NO_MESSAGES = "message identifiers are not specified";

/** The ids of 1 to 100 messages, in strictly increasing order. */
function ascendingMessageIds(): Field<number[]> {
  const list = arrayOf(messageId(), { max: MAX_FORWARDED_MESSAGES, empty: NO_MESSAGES });
  return {
    read(raw, name, options) {
      const ids = list.read(raw, name, options);
      if (ids.some((id, i) => i > 0 && id <= ids[i - 1]!))
        throw new ParameterError("message identifiers must be in a strictly increasing order");
      return ids;
    },
    schema: list.schema,
    missing: NO_MESSAGES,
    description: "1 to 100 message ids, in strictly increasing order.",
  };
}

/** The declaration that both methods share, apart from the fields and texts of their own. */
export const FORWARDS_SEVERAL = {
  effect: "write",
  access: { scope: "chat", rank: "speaker" },
  sends: true,
  result: arrayOfSchema(schemas.MessageId),
  refusals: FORWARD_SEVERAL_REFUSALS,
  example: {
    request: { chat_id: 1001, from_chat_id: -1_000_000_000_001, message_ids: [4, 5] },
    result: [{ message_id: 10 }, { message_id: 11 }],
  },
} as const;

/** The messages, where they are sent to, and how. */
export function severalMessages() {
  return {
    chat_id: chatId(),
    from_chat_id: described(chatId(), "The chat the messages are in."),
    message_ids: ascendingMessageIds(),
    message_thread_id: threadField(),
    disable_notification: optional(bool()),
  };
}

type ForwardCall = SendCall & { readonly fail: Fail<(typeof FORWARD_SEVERAL_REFUSALS)[number]> };

interface ForwardParams {
  readonly chat_id: number | string;
  readonly from_chat_id: ChatRef;
  readonly message_ids: readonly number[];
  readonly message_thread_id: number | undefined;
  readonly disable_notification: boolean | undefined;
  readonly protect_content: boolean | undefined;
}

/**
 * Sends those messages that may be forwarded, in the order of their ids. At least two messages of one album become an
 * album again.
 * @param bodyOf - the text and the content as they are sent
 * @returns the ids of the new messages. @throws RefusalError, also if there is no message to send
 */
export async function sendForwarded(
  call: ForwardCall,
  params: ForwardParams,
  purpose: "forward" | "copy",
  bodyOf: (source: Message) => { readonly text: string; readonly content: Content },
): Promise<{ readonly message_id: number }[]> {
  const { tx, actor, now } = call;
  const sources = await findForwardableMessages(tx, actor, params.from_chat_id, params.message_ids, now);
  if (sources.length === 0) return call.fail("NOTHING_TO_FORWARD", purpose);
  const albums = new Map<string, string>();
  const bodies = [];
  for (const source of sources) {
    const group = source.media_group_id;
    const isAlbum = group !== null && sources.some((each) => each !== source && each.media_group_id === group);
    if (isAlbum && !albums.has(group)) albums.set(group, await newAlbumId(tx));
    const media_group_id = isAlbum ? albums.get(group) : undefined;
    bodies.push({ ...bodyOf(source), ...(media_group_id === undefined ? {} : { media_group_id }) });
  }
  const sent = await send(call, { ...NO_REPLY_OR_KEYBOARD, ...params }, bodies);
  return sent.map(({ message_id }) => ({ message_id }));
}
