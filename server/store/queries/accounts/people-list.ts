/** The list of all people for owners of the service, in pages. */
import type { Account } from "../../../domain/accounts.ts";
import { readPhoto } from "./accounts.ts";
import type { ReadTx } from "../../db.ts";
import { read } from "../../statement.ts";
import { anywhere, SEARCH_NAME } from "./directory.ts";
import { ACTS_UNPROTECTED } from "./second-factor-rule.ts";

/** A person in the list. */
export interface ListedPerson extends Account {
  readonly is_owner: boolean;
  readonly created_at: number;
  readonly seen_at: number | null;
  /** Sessions that have not expired. */
  readonly session_count: number;
  readonly has_second_factor: boolean;
}

type Row = Omit<ListedPerson, "is_bot" | "is_owner" | "photo" | "has_second_factor"> & {
  readonly is_owner: number;
  readonly photo: string | null;
  readonly has_second_factor: number;
};

export interface PeopleFilter {
  /** Part of a name or of a user name; "" for everybody. */
  readonly wanted: string;
  /** Only ids above this. */
  readonly after: number;
  readonly limit: number;
  /** Only those whom `countUnprotected` counts. */
  readonly only_unprotected?: boolean | undefined;
}

const peopleWhere = (condition: string) => read<Row>(
  "session",
  "authenticator_app",
  "passkey",
  "erasure",
  "person",
  "account",
)`
  select a.id, a.first_name, a.last_name, a.username, a.photo, a.suspended_at, a.created_at, p.is_owner, p.seen_at,
    (select count(*) from session s where s.person_id = a.id and s.expires_at > ?) as session_count,
    (select count(*) from authenticator_app f where f.person_id = a.id)
      + (select count(*) from passkey k where k.person_id = a.id) as has_second_factor
  from person p join account a on a.id = p.account_id
  where a.id > ? and not exists (select 1 from erasure e where e.person_id = a.id) and ${SEARCH_NAME} like ? escape '!'
    and ${condition}
  order by a.id limit ?`;

const PEOPLE_AFTER = peopleWhere("true");
const UNPROTECTED_AFTER = peopleWhere(ACTS_UNPROTECTED);

/** People by id, the oldest first, without those who were erased. */
export async function peopleAfter(
  tx: ReadTx,
  { wanted, after, limit, only_unprotected = false }: PeopleFilter,
  now_s: number,
): Promise<ListedPerson[]> {
  const rows = await tx.all(only_unprotected ? UNPROTECTED_AFTER : PEOPLE_AFTER, now_s, after, anywhere(wanted), limit);
  return rows.map((row) => ({
    ...row,
    is_bot: false,
    is_owner: row.is_owner === 1,
    has_second_factor: row.has_second_factor > 0,
    photo: readPhoto(row.photo),
  }));
}
