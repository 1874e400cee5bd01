/** The file of the audit log: pages, cells with commas and quotes, and names that look like formulas. */
import type { AuditLogEntry } from "@heliogram/shared/wire.ts";
import { expect, test } from "vitest";
import { csvOf, readEntries } from "./audit-export.ts";

const entry = (id: number, more: Partial<AuditLogEntry> = {}): AuditLogEntry => ({
  id,
  at: 1_767_225_600,
  origin: "person",
  action: "chat_changed",
  detail: {},
  ...more,
});

test("a title with a comma and quotes, a name that is a formula, and details", () => {
  const actor = { id: 1, is_bot: false, first_name: '=cmd|"x"' };
  const subject = { kind: "chat", id: -1, title: 'A, "B"' } as const;
  const text = csvOf([entry(7, { actor, subject, client_address: "203.0.113.9", detail: { changed: ["title"] } })]);
  expect(text.split("\r\n")).toEqual([
    "\uFEFFid,time,action,origin,actor,subject,member,client,detail",
    `7,2026-01-01T00:00:00Z,chat_changed,person,"'=cmd|""x""","A, ""B""",,203.0.113.9,"{""changed"":[""title""]}"`,
    "",
  ]);
});

test("all pages are read, up to the last one", async () => {
  const all = Array.from({ length: 12_050 }, (_, i) => entry(12_050 - i));
  const asked: (number | undefined)[] = [];
  const read = ({ before = 20_000, limit }: { before?: number; limit: number }) => {
    asked.push(before);
    return Promise.resolve(all.filter(({ id }) => id < before).slice(0, limit));
  };
  expect(await readEntries(read)).toEqual(all);
  expect(asked).toHaveLength(61);
  expect(asked.slice(0, 3)).toEqual([20_000, 11_851, 11_651]);
});
