/** The audit log as a file of comma-separated values, for spreadsheets and archives. */
import type { AuditLogEntry } from "@heliogram/shared/wire.ts";
import { toIsoTime } from "../../core/ports/local-time.ts";

/** The entries of a page, as many as `listAudit` gives. */
const ENTRIES_PER_PAGE = 200;

const COLUMNS = ["id", "time", "action", "origin", "actor", "subject", "member", "client", "detail"] as const;

type Names = (entry: AuditLogEntry) => { readonly [name in (typeof COLUMNS)[number]]: string };

/** Reads all entries that pass a filter, the newest first. */
export async function readEntries(
  read: (page: { before?: number; limit: number }) => Promise<readonly AuditLogEntry[]>,
): Promise<AuditLogEntry[]> {
  const entries: AuditLogEntry[] = [];
  for (;;) {
    const last = entries.at(-1);
    const found = await read({ ...(last ? { before: last.id } : {}), limit: ENTRIES_PER_PAGE });
    entries.push(...found);
    if (found.length < ENTRIES_PER_PAGE) return entries;
  }
}

/** Without it, Excel reads UTF-8 as another encoding. */
const BYTE_ORDER_MARK = "\uFEFF";

/** One line for each entry, below one with the names of the columns. Times are in UTC, as ISO 8601 writes them. */
export function csvOf(entries: readonly AuditLogEntry[]): string {
  const cells: Names = (entry) => ({
    id: String(entry.id),
    time: toIsoTime(entry.at),
    action: entry.action,
    origin: entry.origin,
    actor: entry.actor?.username ?? entry.actor?.first_name ?? "",
    subject: entry.subject?.title ?? entry.subject?.user?.username ?? entry.subject?.kind ?? "",
    member: entry.member?.username ?? entry.member?.first_name ?? "",
    client: entry.client_address ?? "",
    detail: Object.keys(entry.detail).length === 0 ? "" : JSON.stringify(entry.detail),
  });
  const lines = entries.map((entry) => {
    const named = cells(entry);
    return COLUMNS.map((column) => cell(named[column])).join(",");
  });
  return `${BYTE_ORDER_MARK}${[COLUMNS.join(","), ...lines].join("\r\n")}\r\n`;
}

/** Spreadsheets take a cell that begins with one of these as a formula, and names are chosen by other people. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
