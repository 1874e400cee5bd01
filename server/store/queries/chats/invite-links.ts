/** Invite links of chats. */
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";

export interface InviteLink {
  readonly code: string;
  readonly chat_id: number;
  readonly creator_id: number;
  readonly name: string;
  readonly expires_at: number;
  readonly member_limit: number;
  readonly uses: number;
  readonly is_primary: boolean;
  readonly is_revoked: boolean;
  /** Whether the link creates a join request, which an administrator decides. */
  readonly creates_join_request: boolean;
  readonly created_at: number;
  /** Join requests by this link that have no answer. */
  readonly pending: number;
}

type Flag = "is_primary" | "is_revoked" | "creates_join_request";
type LinkRow = Omit<InviteLink, Flag> & Record<Flag, number>;

const STORED =
  "code, chat_id, creator_id, name, expires_at, member_limit, uses, is_primary, is_revoked, creates_join_request, created_at";
const LINK = `${STORED}, (select count(*) from join_request r where r.link_code = invite_link.code) as pending`;

function toLink(row: LinkRow): InviteLink {
  return {
    ...row,
    is_primary: row.is_primary === 1,
    is_revoked: row.is_revoked === 1,
    creates_join_request: row.creates_join_request === 1,
  };
}

const INSERT_LINK = write("invite_link")`insert into invite_link (${STORED}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

export async function insertLink(tx: Tx, link: InviteLink): Promise<void> {
  await tx.run(
    INSERT_LINK,
    link.code,
    link.chat_id,
    link.creator_id,
    link.name,
    link.expires_at,
    link.member_limit,
    link.uses,
    link.is_primary ? 1 : 0,
    link.is_revoked ? 1 : 0,
    link.creates_join_request ? 1 : 0,
    link.created_at,
  );
}

const FIND_LINK = read<LinkRow>("join_request", "invite_link")`select ${LINK} from invite_link where code = ?`;

export async function findLink(tx: ReadTx, code: string): Promise<InviteLink | undefined> {
  const row = await tx.get(FIND_LINK, code);
  return row && toLink(row);
}

const LINKS_OF_REQUESTS = read<LinkRow>("join_request", "invite_link")`
  select ${LINK} from invite_link where code in (
    select link_code from (
      select link_code from join_request where chat_id = ? and id > ? order by id limit ?
    ) as page
  )`;

/** The links of one page of a chat's join requests (`listRequests`). */
export async function linksOfRequests(
  tx: ReadTx,
  chat_id: number,
  after: number,
  limit: number,
): Promise<ReadonlyMap<string, InviteLink>> {
  const rows = await tx.all(LINKS_OF_REQUESTS, chat_id, after, limit);
  return new Map(rows.map((row) => [row.code, toLink(row)]));
}

const LIST_PRIMARY_LINKS = read<LinkRow>("join_request", "invite_link")`
  select ${LINK} from invite_link where chat_id = ? and creator_id = ? and is_primary = 1 and is_revoked = 0`;

/** The valid primary links of one administrator. */
export async function listPrimaryLinks(tx: ReadTx, chat_id: number, creator_id: number): Promise<InviteLink[]> {
  const rows = await tx.all(LIST_PRIMARY_LINKS, chat_id, creator_id);
  return rows.map(toLink);
}

const listLinksWhere = (condition: string) =>
  read<LinkRow>("join_request", "invite_link")`
    select ${LINK} from (
      select ${STORED} from invite_link where ${condition} order by created_at desc, code limit ?
    ) as invite_link order by created_at desc, code`;
const LIST_LINKS = listLinksWhere("chat_id = ?");
const LIST_LINKS_OF_CREATOR = listLinksWhere("chat_id = ? and creator_id = ?");

/** The links of a chat, the newest first; those of one creator if `creator_id` is given. */
export async function listLinks(
  tx: ReadTx,
  chat_id: number,
  creator_id: number | undefined,
  limit: number,
): Promise<InviteLink[]> {
  const rows =
    creator_id === undefined
      ? await tx.all(LIST_LINKS, chat_id, limit)
      : await tx.all(LIST_LINKS_OF_CREATOR, chat_id, creator_id, limit);
  return rows.map(toLink);
}

/** Condition for a valid link; its parameter is the current time. */
const LIVE = "is_revoked = 0 and (expires_at = 0 or expires_at > ?) and (member_limit = 0 or uses < member_limit)";

const COUNT_LIVE_LINKS = read<{ n: number }>("invite_link")`
  select count(*) as n from (select 1 from invite_link where chat_id = ? and ${LIVE} limit ?) as live`;

/** How many links of a chat are valid, counted up to a limit. */
export async function countLiveLinks(tx: ReadTx, chat_id: number, now_s: number, limit: number): Promise<number> {
  const row = await tx.get(COUNT_LIVE_LINKS, chat_id, now_s, limit);
  return Number(row!.n);
}

const DELETE_DEAD_LINKS = write("invite_link", { reads: ["join_request"] })`
  delete from invite_link where code in (
    select code from (
      select code, row_number() over (order by created_at desc, code) as place from invite_link
      where chat_id = ? and not (${LIVE})
    ) as dead where place > ?
  ) and not exists (select 1 from join_request r where r.link_code = invite_link.code)`;

/** Deletes invalid links without pending join requests, except the newest `kept` ones. */
export async function deleteDeadLinks(tx: Tx, chat_id: number, now_s: number, kept: number): Promise<void> {
  await tx.run(DELETE_DEAD_LINKS, chat_id, now_s, kept);
}

const REVOKE_LINK = write("invite_link")`update invite_link set is_revoked = 1 where code = ?`;

export async function revokeLink(tx: Tx, code: string): Promise<void> {
  await tx.run(REVOKE_LINK, code);
}

const UPDATE_LINK = write("invite_link")`
  update invite_link set name = ?, expires_at = ?, member_limit = ?, creates_join_request = ? where code = ?`;

/** Sets what the creator of a link decides. */
export async function updateLink(
  tx: Tx,
  code: string,
  options: Pick<InviteLink, "name" | "expires_at" | "member_limit" | "creates_join_request">,
): Promise<void> {
  const { name, expires_at, member_limit, creates_join_request } = options;
  await tx.run(UPDATE_LINK, name, expires_at, member_limit, creates_join_request ? 1 : 0, code);
}

const USE_LINK = write("invite_link")`update invite_link set uses = uses + 1 where code = ?`;

/** Counts one person who joined by the link. */
export async function useLink(tx: Tx, code: string): Promise<void> {
  await tx.run(USE_LINK, code);
}
