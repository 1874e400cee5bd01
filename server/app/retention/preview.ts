/** What retention would delete: counts and bytes, without deleting anything. */
import { fileBytes, type Media } from "../../domain/media.ts";
import type { ServiceRetention } from "../../domain/retention.ts";
import type { Db } from "../../store/db.ts";
import { countAuditBefore, countUpdatesBefore, fileUses, oldestFacts } from "../../store/queries/retention/expiry.ts";
import { heldPeople } from "../../store/queries/retention/holds.ts";
import { findServiceRetention } from "../../store/queries/retention/rules.ts";
import { dueAmong, type DueMessages } from "./due-chats.ts";

const CHATS_PER_PAGE = 200;
const MESSAGES_PER_PAGE = 1000;
const FILES_PER_PAGE = 200;
/** Messages after which counting ends, so that nobody waits for minutes. */
const MAX_COUNTED = 1_000_000;
const [HOUR_S, DAY_S] = [3600, 86_400];
const FIRST = Number.MIN_SAFE_INTEGER;

export interface RetentionPreview {
  readonly chats: number;
  readonly messages: number;
  readonly files: number;
  /** Of the files that nothing else shows. */
  readonly bytes: number;
  readonly updates: number;
  readonly audit_entries: number;
  /** Counting has ended before the last chat: there is more. */
  readonly is_partial: boolean;
}

/** Days that the audit log is kept where no rule says otherwise. */
interface Defaults {
  readonly audit_days: number;
}

/**
 * Counts what the next rounds of maintenance would delete at `now_s`, with these periods of the service in place of its own if
 * they are given. It reads the store in pages, each on its own state.
 */
export async function previewRetention(
  db: Db,
  now_s: number,
  { audit_days }: Defaults,
  periods?: ServiceRetention,
): Promise<RetentionPreview> {
  const service = periods ?? (await db.read(findServiceRetention));
  const held = await db.read(heldPeople);
  const counted: Counted = { chats: new Set(), messages: 0, files: new Map() };
  let is_partial = false;
  for (let after = FIRST; ;) {
    const { due, last } = await db.readInPool((tx) => dueAmong(tx, service, after, CHATS_PER_PAGE, now_s));
    for (const each of due) if (!is_partial) is_partial = !(await countDue(db, each, held, counted, due));
    if (last === undefined || is_partial) break;
    after = last;
  }
  const audit_before_s = now_s - (service.audit_days ?? audit_days) * DAY_S;
  const { updates_hours } = service;
  const [audit_entries, updates] = [
    await db.readInPool((tx) => countAuditBefore(tx, audit_before_s)),
    updates_hours === undefined
      ? 0
      : await db.readInPool((tx) => countUpdatesBefore(tx, now_s - updates_hours * HOUR_S)),
  ];
  const { chats, messages } = counted;
  return { chats: chats.size, messages, ...(await freedBy(db, counted.files)), updates, audit_entries, is_partial };
}

interface Counted {
  readonly chats: Set<number>;
  messages: number;
  /** How many of the messages show each file. */
  readonly files: Map<number, number>;
}

/** @returns false if there are too many to count */
async function countDue(
  db: Db,
  { chat_id, kind, before_s }: DueMessages,
  held: ReadonlySet<number>,
  counted: Counted,
  all: readonly DueMessages[],
): Promise<boolean> {
  // A message with a file that is too old anyway is not counted twice.
  const counted_s =
    kind === "media" ? (all.find((each) => each.chat_id === chat_id && each.kind === "messages")?.before_s ?? 0) : 0;
  for (let after = 0; ;) {
    const page = await db.readInPool((tx) => oldestFacts(tx, kind, chat_id, after, MESSAGES_PER_PAGE));
    for (const { date, sender_id, file_ids } of page) {
      if (date >= before_s) return true;
      if (date < counted_s || held.has(sender_id)) continue;
      counted.chats.add(chat_id);
      counted.messages += 1;
      for (const id of file_ids) counted.files.set(id, (counted.files.get(id) ?? 0) + 1);
    }
    if (counted.messages >= MAX_COUNTED) return false;
    if (page.length < MESSAGES_PER_PAGE) return true;
    after = page.at(-1)!.message_id;
  }
}

/** The files that only these messages show. */
async function freedBy(db: Db, shown: ReadonlyMap<number, number>): Promise<{ files: number; bytes: number }> {
  const ids = [...shown.keys()];
  let [files, bytes] = [0, 0];
  for (let from = 0; from < ids.length; from += FILES_PER_PAGE) {
    const uses = await db.readInPool((tx) => fileUses(tx, ids.slice(from, from + FILES_PER_PAGE)));
    for (const { id, media, messages, others } of uses) {
      if (Number(others) > 0 || Number(messages) > shown.get(id)!) continue;
      files += 1;
      bytes += fileBytes(JSON.parse(media) as Media);
    }
  }
  return { files, bytes };
}
