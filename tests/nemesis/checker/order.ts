/**
 * I3 for chats and streams: message ids and frame numbers are dense, and what was acknowledged before something else began
 * has the lower number, in the chat and in each bot's updates.
 */
import type { Entry, SeenUpdate } from "../history.ts";
import { actionsOf, of } from "./operations.ts";

/** @returns what is out of order */
export function checkOrder(entries: readonly Entry[]): string[] {
  return [...checkDense(entries), ...checkCommitOrder(entries), ...checkSockets(entries), ...checkScreens(entries)];
}

function checkDense(entries: readonly Entry[]): string[] {
  const wrong: string[] = [];
  for (const { chat_id, messages } of of(entries, "final-chat")) {
    const odd = messages.findIndex(({ message_id }, n) => message_id !== n + messages[0]!.message_id);
    if (odd >= 0)
      wrong.push(`I3: chat ${chat_id} has message ${messages[odd]!.message_id} after ${messages[odd - 1]!.message_id}`);
  }
  return wrong;
}

interface Numbered {
  readonly begin_ms: number;
  readonly end_ms: number;
  readonly number: number;
  readonly text: string;
}

function checkCommitOrder(entries: readonly Entry[]): string[] {
  const all = actionsOf(entries, "send");
  const attempts = new Map<string, number>();
  for (const { action } of all) attempts.set(action.text, (attempts.get(action.text) ?? 0) + 1);
  const sends = all.flatMap(({ action, outcome, begin_ms, end_ms }) => {
    // A repeated send may have its number from an earlier attempt, whose outcome nobody knows.
    if (outcome.how !== "ok" || attempts.get(action.text) !== 1) return [];
    return [{ begin_ms, end_ms, number: (outcome.result as { message_id: number }).message_id, ...action }];
  });
  const wrong: string[] = [];
  for (const chat_id of new Set(sends.map((send) => send.chat_id)))
    wrong.push(
      ...againstTime(
        `chat ${chat_id}`,
        sends.filter((send) => send.chat_id === chat_id),
      ),
    );
  const updates = new Map<string, number>();
  for (const { outcome } of actionsOf(entries, "poll")) {
    if (outcome.how !== "ok") continue;
    for (const { text = "", kind, update_id } of outcome.result as SeenUpdate[])
      if (kind === "message") updates.set(text, update_id);
  }
  const told = sends.flatMap((send) => {
    const number = updates.get(send.text);
    return number === undefined ? [] : [{ ...send, number }];
  });
  return [...wrong, ...againstTime("the updates of the polling bot", told)];
}

/** Goes through the sends in the order of their numbers: none may begin after one with a higher number has ended. */
function againstTime(where: string, sends: readonly Numbered[]): string[] {
  const wrong: string[] = [];
  const sorted = sends.toSorted((a, b) => b.number - a.number);
  let firstEnd: Numbered | undefined;
  for (const send of sorted) {
    if (firstEnd && firstEnd.end_ms < send.begin_ms && send.number < firstEnd.number)
      wrong.push(`I3: in ${where}, “${send.text}” is ${send.number}, and began after ${firstEnd.number} had ended`);
    if (!firstEnd || send.end_ms < firstEnd.end_ms) firstEnd = send;
  }
  return wrong;
}

/** On one connection, the frames of a chat are numbered without gaps. */
function checkSockets(entries: readonly Entry[]): string[] {
  const wrong: string[] = [];
  const cursors = new Map<string, number>();
  for (const { socket, frame, chat_id, seq } of of(entries, "frame")) {
    if (frame !== "chat" || seq === undefined) continue;
    const key = `${socket} ${chat_id}`;
    const before = cursors.get(key);
    if (before !== undefined && seq !== before + 1)
      wrong.push(`I3: on web socket ${socket}, frame ${seq} of ${chat_id} came after ${before}`);
    cursors.set(key, seq);
  }
  return wrong;
}

/** A screen that followed to the end shows what is there. */
function checkScreens(entries: readonly Entry[]): string[] {
  const wrong: string[] = [];
  const chats = new Map(of(entries, "final-chat").map(({ chat_id, messages }) => [chat_id, messages]));
  for (const { by, chat_id, messages } of of(entries, "final-screen")) {
    const shown = new Map(messages.map(({ message_id, text }) => [message_id, text]));
    for (const { message_id, text } of chats.get(chat_id) ?? []) {
      if (shown.get(message_id) !== text)
        wrong.push(
          `I1: the screen of ${by} shows “${shown.get(message_id)}” as ${message_id} of ${chat_id}, not “${text}”`,
        );
    }
  }
  return wrong;
}
