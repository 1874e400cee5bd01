/** The list of all bots for owners of the service, in pages. */
import type { Account } from "../../../domain/accounts.ts";
import { ASSISTANT_ID } from "../../../domain/bots.ts";
import { readPhoto } from "../accounts/accounts.ts";
import type { ReadTx } from "../../db.ts";
import { read } from "../../statement.ts";
import { anywhere, SEARCH_NAME } from "../accounts/directory.ts";

/** A bot in the list. */
export interface ListedBot extends Account {
  readonly owner_id: number | null;
  readonly created_at: number;
  readonly has_webhook: boolean;
  readonly pending: number;
  /** The last error of the webhook. */
  readonly last_error_at: number | null;
  readonly last_error: string | null;
}

type Row = Omit<ListedBot, "is_bot" | "has_webhook" | "photo"> & {
  readonly has_webhook: number;
  readonly photo: string | null;
};

export interface BotFilter {
  /** Part of a name or of a user name; "" for all. */
  readonly wanted: string;
  /** Only this person's. */
  readonly owner_id: number | undefined;
  /** Only ids above this. */
  readonly after: number;
  readonly limit: number;
}

const listBots = (condition: string) =>
  read<Row>("event", "bot", "account", "webhook")`
    select a.id, a.first_name, a.last_name, a.username, a.photo, a.suspended_at, a.created_at, b.owner_id,
      w.last_error_at, w.last_error, case when w.bot_id is null then 0 else 1 end as has_webhook,
      (select count(*) from event e where e.stream = a.id) as pending
    from bot b join account a on a.id = b.account_id left join webhook w on w.bot_id = a.id
    where b.deleted_at is null and b.account_id <> ? and b.account_id > ? and ${SEARCH_NAME} like ? escape '!'
      ${condition}
    order by b.account_id limit ?`;
const BOTS_AFTER = listBots("");
const BOTS_OF_OWNER_AFTER = listBots("and b.owner_id = ?");

/** Bots by id, without deleted ones and the service's own. */
export async function botsAfter(tx: ReadTx, { wanted, owner_id, after, limit }: BotFilter): Promise<ListedBot[]> {
  const first = [ASSISTANT_ID, after, anywhere(wanted)];
  const rows =
    owner_id === undefined
      ? await tx.all(BOTS_AFTER, ...first, limit)
      : await tx.all(BOTS_OF_OWNER_AFTER, ...first, owner_id, limit);
  return rows.map((row) => ({ ...row, is_bot: true, has_webhook: row.has_webhook === 1, photo: readPhoto(row.photo) }));
}
