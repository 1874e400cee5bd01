/** Who has started a bot, and has not blocked it since. */
import type { ReadTx } from "../../db.ts";
import { read } from "../../statement.ts";

const STARTERS_OF = read<{ id: number }>("private_chat", "member")`
  select case when p.low_id = ? then p.high_id else p.low_id end as id
  from private_chat p join member m on m.chat_id = p.chat_id
  where (p.low_id = ? or p.high_id = ?) and m.account_id = ? and m.status = 'member'
  order by id`;

/** The people by id. */
export async function startersOf(tx: ReadTx, bot_id: number): Promise<number[]> {
  const rows = await tx.all(STARTERS_OF, bot_id, bot_id, bot_id, bot_id);
  return rows.map(({ id }) => id);
}
