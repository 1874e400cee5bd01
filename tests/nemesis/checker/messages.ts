/**
 * I1 and I2 for messages: every acknowledged send and edit is in the history of its chat, with its id and text; no send is
 * there twice, and none that was refused.
 */
import type { Entry, Send } from "../history.ts";
import { actionsOf, of, type Operation } from "./operations.ts";

const EDITED = " edited";

interface Found {
  readonly chat_id: number;
  readonly message_id: number;
  readonly text: string;
}

/** @returns what is lost, by I1, or doubled, by I2 */
export function checkMessages(entries: readonly Entry[]): string[] {
  const found = new Map<string, Found[]>();
  for (const { chat_id, messages } of of(entries, "final-chat")) {
    for (const { message_id, text } of messages) {
      const sent = text.replace(EDITED, "");
      found.set(sent, [...(found.get(sent) ?? []), { chat_id, message_id, text }]);
    }
  }
  return [...checkSends(entries, found), ...checkEdits(entries, found)];
}

function checkSends(entries: readonly Entry[], found: ReadonlyMap<string, readonly Found[]>): string[] {
  const wrong: string[] = [];
  const bySend = new Map<string, Operation<Send>[]>();
  for (const send of actionsOf(entries, "send")) {
    const { text } = send.action;
    bySend.set(text, [...(bySend.get(text) ?? []), send]);
  }
  for (const [text, sends] of bySend) {
    const there = found.get(text) ?? [];
    if (there.length > 1) wrong.push(`I2: “${text}” is there ${there.length} times: ${ids(there)}`);
    const answered = sends.filter(({ outcome }) => outcome.how === "ok");
    if (answered.length > 0 && there.length === 0) wrong.push(`I1: “${text}” was acknowledged, and is not there`);
    for (const { outcome } of answered) {
      const id = outcome.how === "ok" ? (outcome.result as { message_id: number }).message_id : 0;
      if (there.length > 0 && !there.some((each) => each.message_id === id))
        wrong.push(`I1: “${text}” was acknowledged as ${id}, and is ${ids(there)}`);
    }
    const isRefused = sends.every(({ outcome }) => outcome.how === "refused");
    if (isRefused && there.length > 0) wrong.push(`I2: “${text}” was refused, and is there`);
  }
  for (const text of found.keys()) {
    if (text !== "" && !bySend.has(text)) wrong.push(`I2: “${text}” is there, and nobody sent it`);
  }
  return wrong;
}

function checkEdits(entries: readonly Entry[], found: ReadonlyMap<string, readonly Found[]>): string[] {
  const wrong: string[] = [];
  for (const { action, outcome } of actionsOf(entries, "edit")) {
    const there = (found.get(action.text.replace(EDITED, "")) ?? [])[0];
    if (outcome.how === "ok" && there?.text !== action.text)
      wrong.push(
        `I1: the edit of ${action.message_id} to “${action.text}” was acknowledged, and it is “${there?.text}”`,
      );
    if (outcome.how === "refused" && there?.text === action.text)
      wrong.push(`I2: the edit of ${action.message_id} to “${action.text}” was refused (${outcome.why}), and is there`);
  }
  return wrong;
}

function ids(found: readonly Found[]): string {
  return found.map(({ chat_id, message_id }) => `${message_id} of ${chat_id}`).join(", ");
}
