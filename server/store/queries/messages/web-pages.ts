/** What was found at web addresses: previews, each until it expires. */
import type { PagePreview } from "../../../domain/messages.ts";
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";
import { releaseFile } from "../files/released-files.ts";

/** What is known of an address: its preview, or `null` if the page has none. */
export interface KnownPage {
  readonly page: PagePreview | null;
}

const FIND_PAGE = read<{ page: string | null }>("web_page")`
  select page from web_page where address_hash = ? and expires_at > ?`;

/** What is known of an address at a time (Unix seconds); `undefined` if nothing is. */
export async function findPage(tx: ReadTx, address_hash: string, now_s: number): Promise<KnownPage | undefined> {
  const row = await tx.get(FIND_PAGE, address_hash, now_s);
  return row && { page: row.page === null ? null : (JSON.parse(row.page) as PagePreview) };
}

const FILE_OF_PAGE = read<{ file_id: number | null }>("web_page")`select file_id from web_page where address_hash = ?`;
const SAVE_PAGE = write("web_page")`
  insert into web_page (address_hash, page, file_id, expires_at) values (?, ?, ?, ?)
  on conflict (address_hash) do update
  set page = excluded.page, file_id = excluded.file_id, expires_at = excluded.expires_at`;

/** Saves what was found at an address, until `expires_s`. */
export async function savePage(
  tx: Tx,
  address_hash: string,
  page: PagePreview | null,
  expires_s: number,
): Promise<void> {
  const before = await tx.get(FILE_OF_PAGE, address_hash);
  const file_id = page?.photo?.file ?? null;
  await tx.run(SAVE_PAGE, address_hash, page && JSON.stringify(page), file_id, expires_s);
  if (before && before.file_id !== null && before.file_id !== file_id) await releaseFile(tx, before.file_id);
}

const EXPIRED_PAGES = read<{ address_hash: string; file_id: number | null }>("web_page")`
  select address_hash, file_id from web_page where expires_at <= ? order by expires_at, address_hash limit ?`;
const DELETE_PAGE = write("web_page")`delete from web_page where address_hash = ?`;

/** Deletes up to `limit` pages that have expired. Messages keep their previews. @returns whether there may be more */
export async function deleteExpiredPages(tx: Tx, now_s: number, limit: number): Promise<boolean> {
  const expired = await tx.all(EXPIRED_PAGES, now_s, limit);
  for (const { address_hash, file_id } of expired) {
    await tx.run(DELETE_PAGE, address_hash);
    if (file_id !== null) await releaseFile(tx, file_id);
  }
  return expired.length === limit;
}
