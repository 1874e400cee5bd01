/** Requests to join a chat: kept until they are answered, withdrawn, or beside the point; and who hears of them. */
import type { Account } from "../domain/accounts.ts";
import type { Chat } from "../domain/chats.ts";
import { may } from "../domain/members/may.ts";
import type { Member } from "../domain/members/member.ts";
import { staysOpen } from "../domain/members/requests.ts";
import { presentJoinRequest } from "../present/join-requests.ts";
import { View } from "../present/view.ts";
import { findAccount } from "../store/accounts.ts";
import type { Tx } from "../store/db.ts";
import { findLink, type InviteLink } from "../store/invite-links.ts";
import { countRequests, deleteRequest, findRequest, insertRequest, whoAsked } from "../store/join-requests.ts";
import { listAdministrators } from "../store/members.ts";
import { listeners, queueUpdate, wants } from "./deliver.ts";
import type { Env } from "./env.ts";

/** What became of somebody's request, as their own screens are told. */
type RequestState = "open" | "withdrawn" | "granted" | "declined" | "dropped";

/** Where to ask, and the address of the service as bots are told it. */
export interface Asking {
  readonly chat: Chat;
  readonly link: InviteLink;
  readonly public_url: string;
}

/** Keeps the request of a person who has none open in the chat. */
export async function ask(tx: Tx, env: Env, person: Account, asking: Asking, now_s: number): Promise<void> {
  const { chat, link } = asking;
  await insertRequest(tx, chat.id, { account_id: person.id, link_code: link.code, asked_at: now_s });
  await tell(tx, chat, person, "open", now_s);
  await tellBots(tx, env, person, asking, now_s);
}

/** Ends a request that there is. */
export async function endRequest(
  tx: Tx,
  chat: Chat,
  person: Account,
  state: Exclude<RequestState, "open">,
  now_s: number,
): Promise<void> {
  await deleteRequest(tx, chat.id, person.id);
  await tell(tx, chat, person, state, now_s);
}

/** Ends the request, if there is one, of somebody who came in or was banned. */
export async function settleRequest(tx: Tx, chat: Chat, person: Account, after: Member, now_s: number): Promise<void> {
  if (chat.type === "private" || staysOpen(after) || !(await findRequest(tx, chat.id, person.id))) return;
  await endRequest(tx, chat, person, after.is_member ? "granted" : "dropped", now_s);
}

/** Tells everybody who waits that there will be no chat to come into; the requests go with it. */
export async function dropRequests(tx: Tx, chat: Chat): Promise<void> {
  for (const account_id of await whoAsked(tx, chat.id)) tellPerson(tx, chat, account_id, "dropped");
}

/** The person's screens learn how it stands, those of the administrators how many wait. */
async function tell(tx: Tx, chat: Chat, person: Account, state: RequestState, now_s: number): Promise<void> {
  tellPerson(tx, chat, person.id, state);
  const join_request_count = await countRequests(tx, chat.id);
  for (const member of await listAdministrators(tx, chat.id)) {
    if (may(member, "answer_requests", chat, now_s) !== null) continue;
    const account = await findAccount(tx, member.account_id);
    if (account && !account.is_bot) news(tx, chat, account.id, "join_requests", { join_request_count });
  }
}

function tellPerson(tx: Tx, chat: Chat, account_id: number, state: RequestState): void {
  news(tx, chat, account_id, "join_request", { state });
}

function news(tx: Tx, chat: Chat, stream: number, kind: string, body: object): void {
  tx.append({ stream, kind, ref: chat.id, body: JSON.stringify({ chat_id: chat.id, ...body }) });
}

/** `chat_join_request` comes to bots that may answer it (join-requests.md, Who hears of it). */
async function tellBots(
  tx: Tx,
  env: Env,
  person: Account,
  { chat, link: { code }, public_url }: Asking,
  now_s: number,
): Promise<void> {
  const told = (await listeners(tx, chat)).filter(
    ({ bot, member }) => wants(bot, "chat_join_request") && may(member, "answer_requests", chat, now_s) === null,
  );
  if (told.length === 0) return;
  const request = (await findRequest(tx, chat.id, person.id))!;
  // The link as it stands now, with this request among those that wait.
  const link = (await findLink(tx, code))!;
  for (const { bot } of told) {
    const view = new View(tx, bot, env.fileIds).knows(person);
    const shown = await presentJoinRequest(view, chat, request, link, public_url);
    queueUpdate(tx, bot, "chat_join_request", chat.id, shown);
  }
}
