/** Chat members: one row for every account that is or was in a chat. */
import { isAdministrator } from "../../../domain/members/authority.ts";
import type { Member, Status } from "../../../domain/members/member.ts";
import { ALL_PERMISSIONS } from "../../../domain/members/permissions.ts";
import type { Message } from "../../../domain/messages.ts";
import { GENERAL_THREAD_ID } from "../../../domain/topics.ts";
import { endBotAccess, followBotAccess } from "../bots/bot-access.ts";
import type { LookupCall, ReadTx, Tx } from "../../db.ts";
import { numbers, read, write } from "../../statement.ts";
import type { MaybePromise } from "../../maybe-promise.ts";
import { Lookup } from "../../lookup.ts";
import { anywhere } from "../accounts/directory.ts";

/** A row of a member. */
export interface MemberRow {
  account_id: number;
  status: string;
  is_member: number;
  rights: number;
  permissions: number;
  until: number;
  custom_title: string;
  is_anonymous: number;
  promoted_by: number | null;
}

/** The columns of a member. */
export const MEMBER =
  "account_id, status, is_member, rights, permissions, until, custom_title, is_anonymous, promoted_by";

/** The member of a row. */
export function toMember(row: MemberRow): Member {
  return {
    account_id: row.account_id,
    status: row.status as Status,
    is_member: row.is_member === 1,
    rights: row.rights,
    // A column from before a permission was added lacks it, and only restrictions withhold any.
    permissions: row.status === "restricted" ? row.permissions : ALL_PERMISSIONS,
    until: row.until,
    custom_title: row.custom_title,
    is_anonymous: row.is_anonymous === 1,
    promoted_by: row.promoted_by,
  };
}

const MEMBER_OF_CHAT = new Lookup<Member>({
  select: MEMBER,
  from: "member where chat_id = ? and account_id = ?",
  tables: ["member"],
  ignoredColumns: ["read_up_to", "delivered_up_to", "joined_after", "own_unread", "read_in_topics"],
  versionedBy: ["member"],
  decode: ([row]: readonly MemberRow[]) => row && toMember(row),
});

/** What `findMember` looks up. */
export function memberLookup(chat_id: number, account_id: number): LookupCall {
  return { lookup: MEMBER_OF_CHAT, keys: [chat_id, account_id] };
}

export function findMember(tx: ReadTx, chat_id: number, account_id: number): MaybePromise<Member | undefined> {
  return tx.lookUp(MEMBER_OF_CHAT, chat_id, account_id);
}

const MEMBERS_IN = read<MemberRow & { chat_id: number }>("member")`
  select chat_id, ${MEMBER} from member where chat_id in ${numbers} and account_id = ?`;

/** The records of an account in these chats, by chat. */
export async function membersIn(
  tx: ReadTx,
  chat_ids: readonly number[],
  account_id: number,
): Promise<ReadonlyMap<number, Member>> {
  const rows = await tx.all(MEMBERS_IN, JSON.stringify(chat_ids), account_id);
  return new Map(rows.map((row) => [row.chat_id, toMember(row)]));
}

const SAVE_MEMBER = write("member")`
  insert into member (chat_id, ${MEMBER}, is_bot, since) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (chat_id, account_id) do update set status = excluded.status, is_member = excluded.is_member,
    rights = excluded.rights, permissions = excluded.permissions, until = excluded.until,
    custom_title = excluded.custom_title, is_anonymous = excluded.is_anonymous, promoted_by = excluded.promoted_by,
    since = excluded.since`;

/** Writes a member's record, without changing its pointers, and updates a bot's access to messages. */
export async function saveMember(
  tx: Tx,
  chat_id: number,
  member: Member,
  is_bot: boolean,
  now_s: number,
): Promise<void> {
  await tx.run(
    SAVE_MEMBER,
    chat_id,
    member.account_id,
    member.status,
    member.is_member ? 1 : 0,
    member.rights,
    member.permissions,
    member.until,
    member.custom_title,
    member.is_anonymous ? 1 : 0,
    member.promoted_by,
    is_bot ? 1 : 0,
    now_s,
  );
  if (!is_bot || chat_id > 0) return;
  await followBotAccess(tx, chat_id, member.account_id, member.is_member, isAdministrator(member));
}

const LIST_ADMINISTRATORS = read<MemberRow>("member")`
  select ${MEMBER} from member where chat_id = ? and status in ('creator', 'administrator')
  order by case status when 'creator' then 0 else 1 end, account_id`;

/** The creator and the administrators, the creator first, then by id. */
export async function listAdministrators(tx: ReadTx, chat_id: number): Promise<Member[]> {
  const rows = await tx.all(LIST_ADMINISTRATORS, chat_id);
  return rows.map(toMember);
}

const LIST_EVERY_MEMBER = read<MemberRow>("member")`select ${MEMBER} from member where chat_id = ? order by account_id`;

/** Everybody who is or was in a chat, by id. */
export async function listEveryMember(tx: ReadTx, chat_id: number): Promise<Member[]> {
  const rows = await tx.all(LIST_EVERY_MEMBER, chat_id);
  return rows.map(toMember);
}

/** Who promoted whom, from an administrator up to the top: the chain of behaviour.md §3, note 3. */
export async function promoterChain(tx: ReadTx, chat_id: number, member: Member): Promise<number[]> {
  const chain: number[] = [];
  let promoter = member.promoted_by;
  // A promoter that occurs twice would be a cycle.
  while (promoter !== null && !chain.includes(promoter)) {
    chain.push(promoter);
    const above = await findMember(tx, chat_id, promoter);
    promoter = above?.promoted_by ?? null;
  }
  return chain;
}

const REPLACE_PROMOTER = write("member")`update member set promoted_by = ? where chat_id = ? and promoted_by = ?`;

/** Replaces the promoter of everybody whom `from` has promoted. */
export async function replacePromoter(tx: Tx, chat_id: number, from: number, to: number | null): Promise<void> {
  await tx.run(REPLACE_PROMOTER, to, chat_id, from);
}

/**
 * A condition on the name of a member: a subquery per member, as a chat has fewer members than the service accounts.
 */
const CALLED = `and exists (select 1 from account a where a.id = member.account_id
  and (a.search_name like ? escape '!' or lower(coalesce(a.username, '')) like ? escape '!'))`;
const listMembersWhere = (condition: string, ...tables: readonly string[]) =>
  read<MemberRow>("member", ...tables)`
    select ${MEMBER} from member where chat_id = ? and account_id > ? and ${condition} order by account_id limit ?`;
const listBoth = (condition: string) => ({
  all: listMembersWhere(condition),
  called: listMembersWhere(`${condition} ${CALLED}`, "account"),
});
const FILTERS = {
  present: listBoth("is_member = 1"),
  administrators: listBoth("status in ('creator', 'administrator')"),
  restricted: listBoth("status = 'restricted' and (until = 0 or until > ?)"),
  kicked: listBoth("status = 'kicked' and (until = 0 or until > ?)"),
};

export interface MembersQuery {
  readonly filter: keyof typeof FILTERS;
  /** Part of a name or of a user name; "" for everybody. */
  readonly named: string;
  /** Only accounts with an id above this. */
  readonly after: number;
  readonly limit: number;
  /** The current time: restrictions and bans that have ended are left out. */
  readonly now_s: number;
}

/** One page of a chat's members, by account id. */
export async function listMembersOf(
  tx: ReadTx,
  chat_id: number,
  { filter, named, after, limit, now_s }: MembersQuery,
): Promise<Member[]> {
  const now = filter === "restricted" || filter === "kicked" ? [now_s] : [];
  const within = anywhere(named.replace(/^@/, ""));
  const { all, called } = FILTERS[filter];
  const rows =
    named === ""
      ? await tx.all(all, chat_id, after, ...now, limit)
      : await tx.all(called, chat_id, after, ...now, within, within, limit);
  return rows.map(toMember);
}

const READERS_OF = read<{ account_id: number }>("member", "topic_reader")`
  select m.account_id from member m where m.chat_id = ? and m.is_member = 1 and m.is_bot = 0 and (m.read_up_to >= ?
    or exists (select 1 from topic_reader r where r.account_id = m.account_id and r.chat_id = m.chat_id
      and r.thread_id = ? and r.read_up_to >= ?))
  order by m.account_id`;

/** The people of a chat who have read a message, in the chat or in its topic, by account id. */
export async function readersOf(
  tx: ReadTx,
  { chat_id, message_id, thread_id }: Pick<Message, "chat_id" | "message_id" | "thread_id">,
): Promise<number[]> {
  const rows = await tx.all(READERS_OF, chat_id, message_id, thread_id ?? GENERAL_THREAD_ID, message_id);
  return rows.map((row) => row.account_id);
}

const CHATS_OF_MEMBER = new Lookup<readonly number[]>({
  select: "c.id",
  from: `chat c where c.id in (select m.chat_id from member m where m.account_id = ? and m.is_member = 1)
    order by c.id`,
  tables: ["chat", "member"],
  ignoredColumns: ["read_up_to", "delivered_up_to", "joined_after", "own_unread", "read_in_topics"],
  decode: (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id),
});

/** Locks all chats that an account is in. */
export async function lockChatsOf(tx: Tx, account_id: number): Promise<void> {
  await tx.lookUpAndLock(CHATS_OF_MEMBER, account_id);
}

const DECREASE_MEMBER_COUNTS = write("chat", { reads: ["member"] })`
  update chat set member_count = member_count - 1
  where type <> 'private' and id in (select chat_id from member where account_id = ? and is_member = 1)`;
const LEAVE_CHATS = write("member")`
  update member set status = 'left', is_member = 0 where account_id = ? and is_member = 1`;

/** Removes a deleted account from all its chats, which are locked. A private chat always counts two members. */
export async function leaveAllChats(tx: Tx, account_id: number): Promise<void> {
  await tx.run(DECREASE_MEMBER_COUNTS, account_id);
  await tx.run(LEAVE_CHATS, account_id);
  await endBotAccess(tx, account_id);
}
