/** What the methods that create, change and delete topics have in common. */
import { TOPIC_ICONS } from "@heliogram/shared/topic-icons.ts";
import { MAX_TOPIC_NAME, TOPIC_COLORS } from "@heliogram/shared/topics.ts";
import { changeTopic } from "../../app/topics/change-topic.ts";
import type { Account } from "../../domain/accounts.ts";
import type { Service } from "../../domain/messages.ts";
import type { Fail, Refusal } from "../../domain/refusals.ts";
import { GENERAL_THREAD_ID, managingRefusal, mayHaveTopics, type Topic } from "../../domain/topics.ts";
import type { ReadTx, Tx } from "../../store/db.ts";
import { findTopic } from "../../store/queries/messages/topics.ts";
import type { Deps } from "../engine/deps.ts";
import { described, int, missing, ParameterError, text, type Field } from "../engine/fields.ts";
import type { ChatCall } from "../engine/method.ts";

/** The refusals of methods about one topic. */
export const TOPIC_REFUSALS = ["NOT_A_FORUM", "THREAD_NOT_FOUND"] as const satisfies readonly Refusal[];

/** The refusals of methods that change a topic. */
export const CHANGE_TOPIC_REFUSALS = [
  ...TOPIC_REFUSALS,
  "CANT_MANAGE_TOPICS",
  "TOPIC_NOT_MODIFIED",
] as const satisfies readonly Refusal[];

/** The topic that a method is about. */
export function topicId(): Field<number> {
  return described(
    missing({ ...int(), schema: { type: "integer", minimum: 1 } }, "message thread identifier is not specified"),
    "The topic; 1 is General.",
  );
}

export function topicName(): Field<string> {
  return described(text({ max: 4096 }), `1 to ${MAX_TOPIC_NAME} characters.`);
}

/** @throws ParameterError */
export function readTopicName(raw: string): string {
  const name = raw.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
  const length = [...name].length;
  if (length === 0) throw new ParameterError("topic name must be non-empty");
  if (length > MAX_TOPIC_NAME)
    throw new ParameterError(`topic name is too long: at most ${MAX_TOPIC_NAME} characters are allowed`);
  return name;
}

/** One of the six colours. */
export function iconColor(): Field<number> {
  const colors: readonly number[] = TOPIC_COLORS;
  return {
    read(raw, name, options) {
      const color = int().read(raw, name, options);
      if (!colors.includes(color)) throw new ParameterError(`invalid ${name}: one of ${colors.join(", ")} is expected`);
      return color;
    },
    schema: { type: "integer", enum: colors },
    description: "RGB.",
  };
}

/** The id of an icon; empty for none. */
export function iconEmoji(): Field<string> {
  return {
    ...text({ max: 64, keepsEmpty: true }),
    read(raw, name) {
      const id = text().read(raw, name).trim();
      if (id !== "" && !Object.hasOwn(TOPIC_ICONS, id))
        throw new ParameterError(`invalid ${name}: an id of getForumTopicIconStickers is expected`);
      return id;
    },
    description: "An id of getForumTopicIconStickers.",
  };
}

interface TopicCall extends ChatCall {
  readonly tx: ReadTx;
  readonly fail: Fail<(typeof TOPIC_REFUSALS)[number]>;
}

/** The topic that a call is about. @throws RefusalError */
export async function requireTopic({ tx, chat, fail }: TopicCall, thread_id: number): Promise<Topic> {
  if (!mayHaveTopics(chat)) return fail("NOT_A_FORUM");
  return (await findTopic(tx, chat.id, thread_id)) ?? fail("THREAD_NOT_FOUND");
}

export interface ChangeTopicCall extends ChatCall {
  readonly tx: Tx;
  readonly deps: Deps;
  readonly actor: Account;
  readonly now: number;
  readonly fail: Fail<(typeof CHANGE_TOPIC_REFUSALS)[number]>;
}

/** The topic that a call changes. @throws RefusalError */
export async function requireManagedTopic(call: ChangeTopicCall, thread_id: number): Promise<Topic> {
  const { chat, member, now, fail } = call;
  const topic = await requireTopic(call, thread_id);
  if (managingRefusal(member, topic, chat, now) !== null) return fail("CANT_MANAGE_TOPICS");
  return topic;
}

/**
 * Changes the topic, and posts a service message about it.
 * @throws RefusalError where the topic is so already
 */
export async function applyTopicChange(
  { tx, deps, chat, actor, member, now, fail }: ChangeTopicCall,
  before: Topic,
  change: Partial<Topic>,
  service: Service,
): Promise<true> {
  const names = Object.keys(change) as (keyof Topic)[];
  if (names.every((name) => before[name] === change[name])) return fail("TOPIC_NOT_MODIFIED");
  const topic = { ...before, ...change };
  await changeTopic(tx, deps.app, chat, { account: actor, member }, topic, [service], now);
  return true;
}

export function isGeneral({ thread_id }: Pick<Topic, "thread_id">): boolean {
  return thread_id === GENERAL_THREAD_ID;
}
