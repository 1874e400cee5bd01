/** What the methods that change the topic General have in common. */
import { GENERAL_THREAD_ID, type Topic } from "../../domain/topics.ts";
import type { Service } from "../../domain/messages.ts";
import { chatId } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { applyTopicChange, CHANGE_TOPIC_REFUSALS, requireManagedTopic } from "../messages/topics.ts";

interface GeneralChange<N extends string> {
  readonly name: N;
  readonly summary: string;
  /** What is set; refused where it is so already. */
  readonly change: Partial<Topic>;
  readonly service: Service;
}

/** The access of all of them. */
export const MANAGES_GENERAL = { scope: "chat", rank: "member" } as const;

/** Declares a method that has no parameter besides the chat. */
export function generalTopicMethod<const N extends string>({ name, summary, change, service }: GeneralChange<N>) {
  return botMethod({
    name,
    summary,
    effect: "write",
    access: MANAGES_GENERAL,
    fields: { chat_id: chatId() },
    refusals: CHANGE_TOPIC_REFUSALS,
    example: { request: { chat_id: -1_000_000_000_001 }, result: true },
    async run(call) {
      if (!call.chat.is_forum) return call.fail("NOT_A_FORUM");
      return applyTopicChange(call, await requireManagedTopic(call, GENERAL_THREAD_ID), change, service);
    },
  });
}
