/** Join requests: stored until they are answered, withdrawn or dropped, with events for everyone concerned. */
import type { Account } from "../../domain/accounts.ts";
import type { Chat } from "../../domain/chats.ts";
import { abilityRefusal } from "../../domain/members/abilities.ts";
import type { Member } from "../../domain/members/member.ts";
import { staysOpen } from "../../domain/members/join-requests.ts";
import { presentJoinRequest } from "../../present/join-requests.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { findAccount } from "../../store/queries/accounts/accounts.ts";
import type { Tx } from "../../store/db.ts";
import { findLink, type InviteLink } from "../../store/queries/chats/invite-links.ts";
import {
  countRequests,
  deleteRequest,
  findRequest,
  insertRequest,
  requestersOf,
} from "../../store/queries/chats/join-requests.ts";
import { listAdministrators } from "../../store/queries/members/members.ts";
import { botsIn, queueUpdate, wouldReceive } from "../messages/deliver.ts";
import type { AppContext } from "../app-context.ts";

/** The state of a request in the events of the person who made it. */
type RequestState = "open" | "withdrawn" | "granted" | "declined" | "dropped";

/** The chat and the link of a request, and the base URL for links in bot updates. */
export interface JoinTarget {
  readonly chat: Chat;
  readonly link: InviteLink;
  readonly public_url: string;
}

/** Stores a request. The person must not have an open one in the chat. */
export async function createRequest(
  tx: Tx,
  app: AppContext,
  person: Account,
  target: JoinTarget,
  now_s: number,
): Promise<void> {
  const { chat, link } = target;
  await insertRequest(tx, chat.id, { account_id: person.id, link_code: link.code, asked_at: now_s });
  await notify(tx, chat, person, "open", now_s);
  await notifyBots(tx, app, person, target, now_s);
}

/** Deletes an existing request. */
export async function endRequest(
  tx: Tx,
  chat: Chat,
  person: Account,
  state: Exclude<RequestState, "open">,
  now_s: number,
): Promise<void> {
  await deleteRequest(tx, chat.id, person.id);
  await notify(tx, chat, person, state, now_s);
}

/** Deletes the request, if any, of a person who has joined or was banned. */
export async function closeRequestIfDecided(
  tx: Tx,
  chat: Chat,
  person: Account,
  after: Member,
  now_s: number,
): Promise<void> {
  if (chat.type === "private" || staysOpen(after) || !(await findRequest(tx, chat.id, person.id))) return;
  await endRequest(tx, chat, person, after.is_member ? "granted" : "dropped", now_s);
}

/** Notifies the people with open requests that the chat is deleted. The requests are deleted with the chat. */
export async function dropRequests(tx: Tx, chat: Chat): Promise<void> {
  for (const account_id of await requestersOf(tx, chat.id)) notifyPerson(tx, chat, account_id, "dropped");
}

/** Notifies the person of the new state, and administrators of the number of open requests. */
async function notify(tx: Tx, chat: Chat, person: Account, state: RequestState, now_s: number): Promise<void> {
  notifyPerson(tx, chat, person.id, state);
  const join_request_count = await countRequests(tx, chat.id);
  for (const member of await listAdministrators(tx, chat.id)) {
    if (abilityRefusal(member, "answer_requests", chat, now_s) !== null) continue;
    const account = await findAccount(tx, member.account_id);
    if (account && !account.is_bot) appendEvent(tx, chat, account.id, "join_requests", { join_request_count });
  }
}

function notifyPerson(tx: Tx, chat: Chat, account_id: number, state: RequestState): void {
  appendEvent(tx, chat, account_id, "join_request", { state });
}

function appendEvent(tx: Tx, chat: Chat, stream: number, kind: string, body: object): void {
  tx.append({ stream, kind, ref: chat.id, body: JSON.stringify({ chat_id: chat.id, ...body }) });
}

/** `chat_join_request` comes to bots that may answer it (join-requests.md, Notifications). */
async function notifyBots(
  tx: Tx,
  app: AppContext,
  person: Account,
  { chat, link: { code }, public_url }: JoinTarget,
  now_s: number,
): Promise<void> {
  const recipients = (await botsIn(tx, chat)).filter(
    ({ bot, member }) =>
      abilityRefusal(member, "answer_requests", chat, now_s) === null &&
      wouldReceive(tx, app, bot, "chat_join_request", { chat_id: chat.id }),
  );
  if (recipients.length === 0) return;
  const request = (await findRequest(tx, chat.id, person.id))!;
  // Read again, so that its count includes this request.
  const link = (await findLink(tx, code))!;
  for (const { bot } of recipients) {
    const context = new ViewerContext(tx, bot, app.fileIds).withAccount(person);
    const presented = await presentJoinRequest(context, chat, request, link, public_url);
    queueUpdate(tx, app, bot, "chat_join_request", chat.id, presented);
  }
}
