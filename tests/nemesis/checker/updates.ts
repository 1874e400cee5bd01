/**
 * I1, I2 and I3 for the updates of bots: every message of a person has one update for each bot, every acknowledged edit too;
 * an update_id has one content and a content one update_id; ids are dense, and nobody who has seen one finds something new
 * below it.
 */
import type { Entry, SeenUpdate } from "../history.ts";
import { actionsOf, of } from "./operations.ts";

interface Seen {
  readonly at: number;
  readonly update: SeenUpdate;
}

/** @returns what is wrong with the updates of the polling bot and of the one with a webhook */
export function checkUpdates(entries: readonly Entry[]): string[] {
  const polled = pollsOf(entries);
  const delivered = of(entries, "delivery").map(({ at, update }) => ({ at, update }));
  return [
    ...checkPolls(entries),
    ...checkNumbers("the polling bot", polled.flat()),
    ...checkNumbers("the bot with a webhook", delivered),
    ...checkComplete(entries, "the polling bot", polled.flat()),
    ...checkComplete(entries, "the bot with a webhook", delivered),
    ...checkDeliveries(entries),
  ];
}

function pollsOf(entries: readonly Entry[]): Seen[][] {
  return actionsOf(entries, "poll").flatMap(({ outcome, end_ms }) =>
    outcome.how === "ok" ? [(outcome.result as SeenUpdate[]).map((update) => ({ at: end_ms, update }))] : [],
  );
}

/** What one reader sees: each answer without gaps, nothing that was confirmed, and nothing new below what was seen. */
function checkPolls(entries: readonly Entry[]): string[] {
  const wrong: string[] = [];
  const seen = new Set<number>();
  let [confirmed, highest] = [0, 0];
  for (const { action, outcome } of actionsOf(entries, "poll")) {
    // A poll that was answered has confirmed; one whose answer was lost may have.
    if (outcome.how !== "ok") continue;
    confirmed = Math.max(confirmed, action.confirms);
    let expected: number | undefined;
    for (const { update_id } of outcome.result as SeenUpdate[]) {
      if (expected !== undefined && update_id !== expected)
        wrong.push(`I3: update ${update_id} came after ${expected - 1} in one answer`);
      if (update_id <= confirmed) wrong.push(`I3: update ${update_id} came after ${confirmed} was confirmed`);
      if (update_id < highest && !seen.has(update_id))
        wrong.push(`I3: update ${update_id} is new, and ${highest} was seen before`);
      seen.add(update_id);
      highest = Math.max(highest, update_id);
      expected = update_id + 1;
    }
  }
  return wrong;
}

function checkNumbers(whose: string, seen: readonly Seen[]): string[] {
  const wrong: string[] = [];
  const contents = new Map<number, string>();
  const numbers = new Map<string, number>();
  for (const { update } of seen) {
    const { update_id, digest } = update;
    if ((contents.get(update_id) ?? digest) !== digest)
      wrong.push(`I2: update ${update_id} of ${whose} has two contents`);
    contents.set(update_id, digest);
    if (update.message_id === undefined || update.kind !== "message") continue;
    const place = `${update.message_id} of ${update.chat_id}`;
    const other = numbers.get(place) ?? update_id;
    if (other !== update_id) wrong.push(`I2: message ${place} is update ${other} and update ${update_id} of ${whose}`);
    numbers.set(place, update_id);
  }
  const ids = [...contents.keys()].sort((a, b) => a - b);
  for (const [n, id] of ids.entries()) {
    if (n > 0 && id !== ids[n - 1]! + 1)
      wrong.push(`I3: ${whose} never saw the updates from ${ids[n - 1]! + 1} to ${id - 1}`);
  }
  return wrong;
}

/** Every message of a person in a chat where the bot is has an update, and so has every acknowledged edit. */
function checkComplete(entries: readonly Entry[], whose: string, seen: readonly Seen[]): string[] {
  const wrong: string[] = [];
  const told = new Set(seen.map(({ update: { kind, chat_id, message_id } }) => `${kind} ${chat_id} ${message_id}`));
  const chats = new Set(seen.map(({ update }) => update.chat_id));
  const persons = new Set(
    actionsOf(entries, "send").flatMap(({ action }) => (action.author === "person" ? [action.text] : [])),
  );
  for (const { chat_id, messages } of of(entries, "final-chat")) {
    if (!chats.has(chat_id)) continue;
    for (const { message_id, text } of messages) {
      if (!persons.has(text.replace(" edited", ""))) continue;
      if (!told.has(`message ${chat_id} ${message_id}`))
        wrong.push(`I1: ${whose} was not told message ${message_id} of ${chat_id}`);
    }
  }
  for (const { action, outcome, by } of actionsOf(entries, "edit")) {
    if (outcome.how !== "ok" || by.startsWith("load") || !chats.has(action.chat_id)) continue;
    if (!told.has(`edited_message ${action.chat_id} ${action.message_id}`))
      wrong.push(`I1: ${whose} was not told the edit of ${action.message_id} of ${action.chat_id}`);
  }
  return wrong;
}

/** Updates of one chat are delivered in their order, and every attempt of one has its webhook-id. */
function checkDeliveries(entries: readonly Entry[]): string[] {
  const wrong: string[] = [];
  const idOf = new Map<number, string>();
  const updateOf = new Map<string, number>();
  const highest = new Map<number, number>();
  const taken = new Set<number>();
  for (const { id, update, answered } of of(entries, "delivery")) {
    const { update_id, chat_id = 0 } = update;
    if ((idOf.get(update_id) ?? id) !== id) wrong.push(`I2: update ${update_id} came under two webhook-ids`);
    if ((updateOf.get(id) ?? update_id) !== update_id) wrong.push(`I2: the webhook-id ${id} stands for two updates`);
    idOf.set(update_id, id);
    updateOf.set(id, update_id);
    const before = highest.get(chat_id) ?? 0;
    if (update_id < before && !taken.has(update_id))
      wrong.push(`I3: update ${update_id} was delivered for the first time after ${before} of the same chat`);
    if (!answered) continue;
    taken.add(update_id);
    highest.set(chat_id, Math.max(before, update_id));
  }
  return wrong;
}
