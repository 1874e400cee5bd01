/** The topic that a message is sent to: the one that the call names, or that of the message it replies to. */
import { GENERAL_THREAD_ID, maySendInTopic, mayHaveTopics } from "../../domain/topics.ts";
import type { Fail, Refusal } from "../../domain/refusals.ts";
import type { ReadTx } from "../../store/db.ts";
import type { MaybePromise } from "../../store/maybe-promise.ts";
import { findTopic } from "../../store/queries/messages/topics.ts";
import { described, int, optional } from "../engine/fields.ts";
import type { ChatCall } from "../engine/method.ts";

/** Why a message cannot be sent to a topic. */
export const THREAD_REFUSALS = ["THREAD_NOT_FOUND", "TOPIC_CLOSED"] as const satisfies readonly Refusal[];

/** The topic of a send. */
export function threadField() {
  return described(
    optional(int()),
    "The topic to send to; without it, that of the message to answer, otherwise General. General itself is not named.",
  );
}

export interface ThreadCall extends ChatCall {
  readonly tx: ReadTx;
  readonly now: number;
  readonly fail: Fail<(typeof THREAD_REFUSALS)[number]>;
}

/**
 * The thread id of a new message; `null` outside of topics.
 * @param wanted - the topic that the call names; 0 names none, as in Telegram
 * @param answered - the topic of the message that is answered
 * @throws RefusalError
 */
export function findThread(
  call: ThreadCall,
  wanted: number | undefined,
  answered: number | null,
): MaybePromise<number | null> {
  const isNamed = wanted !== undefined && wanted !== 0;
  if (!isNamed && answered === null && !call.chat.is_forum) return null;
  return isNamed ? namedThread(call, wanted) : impliedThread(call, answered);
}

/**
 * The topic of a chat action or a streamed draft. In a forum, General is named like the others; in a private chat it is
 * where no topic is named. `undefined` outside of topics. @throws RefusalError
 */
export async function findActionThread(call: ThreadCall, wanted: number | undefined): Promise<number | undefined> {
  if (wanted === undefined || wanted === 0) return call.chat.is_forum ? GENERAL_THREAD_ID : undefined;
  const thread_id = await openThread(call, wanted);
  return call.chat.is_forum || thread_id !== GENERAL_THREAD_ID ? thread_id : undefined;
}

async function namedThread(call: ThreadCall, thread_id: number): Promise<number> {
  // As in Telegram, General is where messages go that name no topic.
  return thread_id === GENERAL_THREAD_ID ? call.fail("THREAD_NOT_FOUND") : openThread(call, thread_id);
}

async function openThread(call: ThreadCall, thread_id: number): Promise<number> {
  const { tx, chat, fail } = call;
  if (!mayHaveTopics(chat)) return fail("THREAD_NOT_FOUND");
  const topic = await findTopic(tx, chat.id, thread_id);
  if (!topic) return fail("THREAD_NOT_FOUND");
  if (!maySendInTopic(call.member, topic, chat, call.now)) return fail("TOPIC_CLOSED");
  return thread_id;
}

async function impliedThread(call: ThreadCall, answered: number | null): Promise<number | null> {
  const { tx, chat, fail } = call;
  if (!mayHaveTopics(chat)) return null;
  const topic = answered === null ? undefined : await findTopic(tx, chat.id, answered);
  const open = topic ?? (chat.is_forum ? await findTopic(tx, chat.id, GENERAL_THREAD_ID) : undefined);
  if (open && !maySendInTopic(call.member, open, chat, call.now)) return fail("TOPIC_CLOSED");
  return open?.thread_id ?? null;
}
