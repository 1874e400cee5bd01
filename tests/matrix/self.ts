/** Tests methods that are not about a chat: creates every object of their table, calls them, and checks the outcome. */
import { subscribe } from "heliogram/app/accounts/push-subscriptions.ts";
import { openSession } from "heliogram/app/accounts/sessions.ts";
import { deleteBot } from "heliogram/app/bots/delete-bot.ts";
import { createPerson } from "heliogram/app/accounts/create-account.ts";
import { makeReset } from "heliogram/app/accounts/password-resets.ts";
import { makeBot } from "heliogram/app/bots/bot-administration.ts";
import { invite } from "heliogram/app/accounts/invitations.ts";
import { post } from "heliogram/app/messages/post.ts";
import { memberOf } from "heliogram/domain/members/member.ts";
import { findAccount, setPhoto, suspendAccount } from "heliogram/store/queries/accounts/accounts.ts";
import { insertQuery } from "heliogram/store/queries/bots/callback-queries.ts";
import { lockChat, lockPrivateChat } from "heliogram/store/queries/chats/chats.ts";
import { insertFile } from "heliogram/store/queries/files/files.ts";
import { insertIdentity } from "heliogram/store/queries/accounts/identities.ts";
import { setSignUpOpen } from "heliogram/store/queries/accounts/sign-up.ts";
import { insertLink, revokeLink, type InviteLink } from "heliogram/store/queries/chats/invite-links.ts";
import { deleteRequest, insertRequest } from "heliogram/store/queries/chats/join-requests.ts";
import { findPerson, listSessions } from "heliogram/store/queries/accounts/people.ts";
import type { Method } from "heliogram/methods/engine/method.ts";
import { START_S, startWorld, type Engine, type Json, type Overrides, type TestService } from "../support/service.ts";
import { PASSWORD, type AccountWorld } from "./account-world.ts";
import type { Api } from "./expected.ts";
import { providerOptions } from "../support/oidc.ts";
import { mismatch, type SeenCodes } from "./run-cases.ts";
import { DEVICE_CODES } from "./device-codes.ts";
import { givePassword, PASSWORDS } from "./passwords.ts";
import { UNKNOWN_USER, UNKNOWN_ID } from "./requests.ts";
import { SECOND_FACTORS } from "./second-factors.ts";
import { SELF } from "./self-table.ts";
import { MAIL, UNREACHABLE_MAIL } from "./mail.ts";
import { mediaOf } from "./fixtures.ts";
import { DEVICE_KEYS } from "./push.ts";

/** Nobody answers there, and nobody asks. */
const PROVIDER = providerOptions({ id: "company", issuer: "https://sso.invalid" });
/** A service with all ways to sign in. Neither its mail server nor its provider is there. */
export const WITH_MAIL_AND_PROVIDER: Overrides = { mail: UNREACHABLE_MAIL, providers: [PROVIDER] };
const WEEK_S = 7 * 86_400;
const BOTS_PER_PERSON = 3;
/** For what concurrent random calls may undo, such as a session. */
const ATTEMPTS = 20;

/** The service with the objects. */
export class SelfFixtures {
  readonly t: TestService;
  readonly caller: AccountWorld["caller"];
  readonly #names: { count: number };

  private constructor(t: TestService, caller = { id: t.id("caller"), username: "caller" }, names = { count: 0 }) {
    this.t = t;
    this.caller = caller;
    this.#names = names;
  }

  /** The same service and objects, with a new person as the caller, who has a password. */
  async withNewCaller(): Promise<SelfFixtures> {
    const username = this.name();
    const fixtures = new SelfFixtures(this.t, { id: await this.person(false, username), username }, this.#names);
    await givePassword(fixtures);
    return fixtures;
  }

  static async open(
    engine: Engine = "memory",
    overrides: Overrides = { ...WITH_MAIL_AND_PROVIDER, bots_per_person: BOTS_PER_PERSON },
  ): Promise<SelfFixtures> {
    const person = (username: string, more: object = {}) => ({ name: username, username, ...more });
    const bot = (username: string) => ({ name: username, username });
    const password = { password: PASSWORD };
    const t = await startWorld(
      engine,
      {
        people: [
          person("caller", password),
          person("boss", { owner: true }),
          person("other"),
          person("forgetful"),
          person("suspended", password),
        ],
        bots: ["caller_bot", "other_bot", "spare_bot", "deleted_bot"].map(bot),
        chats: [
          { title: "Public", username: "public", creator: "other" },
          { title: "Closed", creator: "other" },
          { title: "Guarded", creator: "other" },
          { title: "Apart", creator: "other" },
          { title: "Known", creator: "other", members: ["caller"] },
          {
            title: "Banned",
            username: "banned",
            creator: "other",
            members: [{ username: "caller", status: "kicked" }],
          },
        ],
      },
      overrides,
    );
    await t.service.db.write(async (tx) => {
      await suspendAccount(tx, t.id("suspended"), START_S);
      await deleteBot(tx, t.id("deleted_bot"), START_S);
    });
    return new SelfFixtures(t);
  }

  /** The source of random codes and tokens. */
  get mint() {
    return { hashes: this.t.service.hashes, bytes: this.t.service.deps.random.bytes };
  }

  name(): string {
    return `fresh_${this.#names.count++}`;
  }

  /** Creates an access token of a person. @param person - by name in the world, or by id */
  async session(person: string | number, lasts_s = WEEK_S): Promise<string> {
    const { db, hashes, deps } = this.t.service;
    const person_id = typeof person === "string" ? this.t.id(person) : person;
    const options = { person_id, label: "", lasts_s, way: "password_and_code" } as const;
    return (await db.write((tx) => openSession(tx, hashes, deps.random.bytes, options, START_S))).access_token;
  }

  /** Calls a method as a person, in a session of its own. A concurrent call may end that as well. */
  async as(username: string, method: string, params: object, attempts = ATTEMPTS): Promise<void> {
    const { status, body } = await this.t.post(`/api/${method}`, params, {
      authorization: `Bearer ${await this.session(username)}`,
    });
    if (status === 401 && attempts > 1) return this.as(username, method, params, attempts - 1);
    if (status !== 200) throw new Error(`${method} answered ${status} ${body.description}`);
  }

  /** Opens a session. A concurrent call may end it at once. */
  async sessionOf(username: string, attempts = ATTEMPTS): Promise<number> {
    await this.session(username);
    const [newest] = await this.t.service.db.read((tx) => listSessions(tx, this.t.id(username), START_S));
    if (newest) return newest.id;
    if (attempts > 1) return this.sessionOf(username, attempts - 1);
    throw new Error(`${username} has no session`);
  }

  async invitation(lasts_s = WEEK_S): Promise<string> {
    const { db, hashes, deps } = this.t.service;
    const options = { created_by: null, makes_owner: false, lasts_s };
    return db.write((tx) => invite(tx, hashes, deps.random.bytes, options, START_S));
  }

  form(invitation?: string, username = this.name()): Json {
    return { ...(invitation === undefined ? {} : { invitation }), first_name: "New", username, password: PASSWORD };
  }

  /** A device that nobody has subscribed. */
  device() {
    return { endpoint: `https://push.example/${this.name()}`, ...DEVICE_KEYS };
  }

  async subscribed(who: string, device = this.device()): Promise<number> {
    const own = { ...device, account_id: this.t.id(who), session_id: await this.sessionOf(who), label: "phone" };
    const { db, deps } = this.t.service;
    return db.write((tx) => subscribe(tx, deps.seal, { ...own, takes_silent: false }, START_S));
  }

  /** Opens sign-up to everybody, or restricts it to invitations. */
  async setSignUpOpen(open: boolean): Promise<void> {
    await this.t.service.db.write((tx) => setSignUpOpen(tx, open));
  }

  async file(username: string, kind: "document" | "photo" = "document"): Promise<string> {
    const { db, app } = this.t.service;
    const { file } = await db.write((tx) => insertFile(tx, mediaOf(kind, "f")));
    return app.fileIds.mint({ file, kind, variant: kind === "photo" ? 2 : 0 }, this.t.id(username));
  }

  async query(bot: string, at = START_S): Promise<string> {
    const id = String(1000 + this.#names.count++);
    const kind_of_chat = { chat_id: this.t.id("Closed"), message_id: 1 };
    const query = { id, bot_id: this.t.id(bot), account_id: this.t.id("caller"), ...kind_of_chat, at };
    await this.t.service.db.write((tx) => insertQuery(tx, query));
    return id;
  }

  /** Creates a person. */
  async person(is_owner = false, username = this.name()): Promise<number> {
    const options = { first_name: username, username, password_hash: null, is_owner };
    const person = await this.t.service.db.write((tx) => createPerson(tx, options, START_S));
    if (person === "USERNAME_TAKEN") throw new Error(person);
    return person.id;
  }

  /** Creates a reset code, by default for a new person: a code replaces earlier ones of the same person. */
  async reset(person_id?: number, made_at = START_S): Promise<string> {
    const user_id = person_id ?? (await this.person());
    const reset = await this.t.service.db.write(async (tx) => {
      const person = (await findPerson(tx, user_id))!;
      return makeReset(tx, "operator", this.mint, person, made_at);
    });
    if (reset === "USER_DEACTIVATED") throw new Error(reset);
    return reset.code;
  }

  /** Creates a bot of a person, regardless of limits. */
  async ownBot(username: string): Promise<number> {
    const options = { first_name: "Own", username: `${this.name()}_bot`, owner_id: this.t.id(username) };
    const { db } = this.t.service;
    const made = await db.write((tx) => makeBot(tx, "operator", this.mint, options, undefined, START_S));
    if (typeof made === "string") throw new Error(made);
    return made.bot.id;
  }

  async link(chat: string, more: Partial<InviteLink> = {}): Promise<string> {
    const code = `link${this.#names.count++}`.padEnd(22, "x");
    const rest = { name: "", expires_at: 0, member_limit: 0, uses: 0, is_primary: false, is_revoked: false };
    const asking = { creates_join_request: false, pending: 0 };
    const made = { code, chat_id: this.t.id(chat), creator_id: this.t.id("other"), created_at: START_S };
    await this.t.service.db.write((tx) => insertLink(tx, { ...made, ...rest, ...asking, ...more }));
    return code;
  }

  /** Creates a channel with an owner and a subscriber. */
  async chatOf(creator: string | number, subscriber?: string): Promise<number> {
    const auth = { authorization: `Bearer ${await this.session(creator)}` };
    const made = await this.t.post("/api/createChat", { title: "Channel", type: "channel" }, auth);
    const chat_id: number = made.body.result.chat.id;
    if (subscriber) await this.t.post("/api/addMember", { chat_id, user_id: this.t.id(subscriber) }, auth);
    return chat_id;
  }

  /** Creates an invite link that needs approval, with or without an open request of the caller. */
  async requestLink(chat: string, asked: boolean): Promise<string> {
    const code = await this.link(chat, { creates_join_request: true });
    const account_id = this.t.id("caller");
    const request = { account_id, link_code: code, asked_at: START_S };
    await this.t.service.db.write(async (tx) => {
      // Locks the chat as the service does. Otherwise simultaneous replacements of a request make the store give up.
      await lockChat(tx, this.t.id(chat));
      await deleteRequest(tx, this.t.id(chat), account_id);
      if (asked) await insertRequest(tx, this.t.id(chat), request);
    });
    return code;
  }
}

/** A bot that the caller has started asks for users and for a chat. */
async function requestOf(
  w: SelfFixtures,
  bot: string,
  more: object = {},
): Promise<{ bot_id: number; message_id: number; request_id: number; user_ids: number[]; shared_chat_id: number }> {
  const { t } = w;
  await w.as("caller", "startBot", { user_id: t.id(bot) });
  const request_chat = { request_id: 1, chat_is_channel: false };
  const keyboard = [
    [
      { text: "Users", request_users: { request_id: 1 } },
      { text: "Chat", request_chat },
    ],
  ];
  const draft = { text: "Share", reply_to: null, content: { markup: { keyboard } } };
  // Written to the store, because the caller may block the bot meanwhile.
  const [{ message_id } = { message_id: 0 }] = await t.service.db.write(async (tx) => {
    const chat = (await lockPrivateChat(tx, t.id("caller"), t.id(bot)))!;
    const sender = { account: (await findAccount(tx, t.id(bot)))!, member: memberOf(t.id(bot), "member") };
    return post(tx, t.service.app, chat, sender, [draft], START_S);
  });
  const shared = { user_ids: [t.id("other")], shared_chat_id: t.id("Known") };
  return { bot_id: t.id(bot), message_id, request_id: 1, ...shared, ...more };
}

type MakeParams = (w: SelfFixtures, access_token: string) => Json | Promise<Json>;

const account =
  (username: string): MakeParams =>
  (w) => ({ user_id: w.t.id(username) });

/** The parameters for each object. */
export const OBJECTS: Readonly<Record<string, MakeParams>> = {
  nothing: () => ({}),
  "a query": () => ({ query: "oth" }),
  "an address": (w) => ({ url: `${w.t.url}/hook` }),
  "the bot itself": account("caller_bot"),
  "somebody who started the bot": async (w) => {
    await w.as("boss", "startBot", { user_id: w.t.id("caller_bot") });
    return { user_id: w.t.id("boss") };
  },
  "the chat of somebody who started the bot": async (w) => {
    await w.as("boss", "startBot", { user_id: w.t.id("caller_bot") });
    return { chat_id: w.t.id("boss") };
  },
  "the chat of somebody who did not": (w) => ({ chat_id: w.t.id("forgetful") }),
  "the chat of an unknown account": () => ({ chat_id: UNKNOWN_USER }),
  "a name": () => ({ name: "Another name" }),
  "somebody without a chat in common": account("forgetful"),
  "own file": async (w) => ({ file_id: await w.file("caller_bot") }),
  "another bot's file": async (w) => ({ file_id: await w.file("other_bot") }),
  "a person's file": async (w) => ({ file_id: await w.file("caller") }),
  "a file that is gone": ({ t }) => {
    const ref = { file: UNKNOWN_ID, kind: "document", variant: 0 } as const;
    return { file_id: t.service.app.fileIds.mint(ref, t.id("caller_bot")) };
  },
  "an unknown file": () => ({ file_id: "AAAA" }),
  "own picture": async (w) => ({ photo: await w.file("caller", "photo") }),
  "own picture, for an own bot": async (w) => ({
    photo: await w.file("caller", "photo"),
    bot_id: await w.ownBot("caller"),
  }),
  "own picture, for another's bot": async (w) => ({
    photo: await w.file("caller", "photo"),
    bot_id: await w.ownBot("other"),
  }),
  "another's picture": async (w) => ({ photo: await w.file("other", "photo") }),
  "own file, no picture": async (w) => ({ photo: await w.file("caller") }),
  "oneself, with a photo": async (w) => {
    await w.t.service.db.write((tx) => setPhoto(tx, w.t.id("caller"), mediaOf("photo", "f")));
    return {};
  },
  "oneself, without a photo": () => ({}),
  "own query": async (w) => ({ callback_query_id: await w.query("caller_bot") }),
  "another bot's query": async (w) => ({ callback_query_id: await w.query("other_bot") }),
  "an answered query": async (w) => {
    const callback_query_id = await w.query("caller_bot");
    await w.t.ok("caller_bot", "answerCallbackQuery", { callback_query_id });
    return { callback_query_id };
  },
  "an old query": async (w) => ({ callback_query_id: await w.query("caller_bot", START_S - 151) }),
  "an unknown query": () => ({ callback_query_id: "1" }),
  "an invitation": async (w) => w.form(await w.invitation()),
  "a used invitation": async (w) => {
    const code = await w.invitation();
    await w.t.post("/api/signUp", w.form(code));
    return w.form(code);
  },
  "an expired invitation": async (w) => w.form(await w.invitation(0)),
  "an unknown invitation": (w) => w.form("x".repeat(43)),
  "an invitation, and a taken name": async (w) => w.form(await w.invitation(), "other"),
  "an unused invitation": async (w) => ({ invitation: await w.invitation() }),
  "a mere code": () => ({ invitation: "x".repeat(43) }),
  "no invitation": (w) => w.form(),
  "no invitation, of an open service": async (w) => {
    await w.setSignUpOpen(true);
    return w.form();
  },
  "no invitation, of an open service, and a taken name": async (w) => {
    await w.setSignUpOpen(true);
    return w.form(undefined, "other");
  },
  "no invitation, of a service closed again": async (w) => {
    await w.setSignUpOpen(true);
    await w.setSignUpOpen(false);
    return w.form();
  },
  "the code of a reset": async (w) => ({ code: await w.reset(), password: PASSWORD }),
  "a used code": async (w) => {
    const code = await w.reset();
    await w.t.post("/api/setPassword", { code, password: PASSWORD });
    return { code, password: PASSWORD };
  },
  "a replaced code": async (w) => {
    const user_id = await w.person();
    const code = await w.reset(user_id);
    await w.reset(user_id);
    return { code, password: PASSWORD };
  },
  "an expired code": async (w) => ({ code: await w.reset(undefined, START_S - 86_400), password: PASSWORD }),
  "an unknown code": () => ({ code: "x".repeat(43), password: PASSWORD }),
  "the code of somebody suspended since": async (w) => {
    const user_id = await w.person();
    const code = await w.reset(user_id);
    await w.t.service.db.write((tx) => suspendAccount(tx, user_id, START_S));
    return { code, password: PASSWORD };
  },
  "turning off": () => ({ enabled: false }),
  "turning on": () => ({ enabled: true }),
  "all but this one": () => ({}),
  "all of them": () => ({ this_one: true }),
  "a provider, their password": () => ({ provider: PROVIDER.id, password: PASSWORD }),
  "a provider, a password that is not theirs": () => ({ provider: PROVIDER.id, password: "wrong horse" }),
  "a provider, and a password": async (w) => {
    const identity = { issuer: PROVIDER.issuer, subject: w.name(), person_id: w.caller.id, email: "" };
    await w.t.service.db.write((tx) => insertIdentity(tx, identity, START_S));
    return { provider: PROVIDER.id };
  },
  "a provider without an own account": () => ({ provider: PROVIDER.id }),
  "an unknown provider": () => ({ provider: "unknown" }),
  "own session": async (w) => ({ session_id: await w.sessionOf("caller") }),
  "another's session": async (w) => ({ session_id: await w.sessionOf("other") }),
  "an unknown session": () => ({ session_id: UNKNOWN_ID }),
  "a device": (w) => w.device(),
  "the device of somebody else": async (w) => {
    const device = w.device();
    await w.subscribed("other", device);
    return device;
  },
  "own subscription": async (w) => ({ subscription_id: await w.subscribed("caller") }),
  "another's subscription": async (w) => ({ subscription_id: await w.subscribed("other") }),
  "an unknown subscription": () => ({ subscription_id: UNKNOWN_ID }),
  "quiet hours": () => ({ quiet_hours: { from: "22:00", to: "07:00", time_zone: "Europe/Lisbon" } }),
  "a page that is looked at": () => ({ active: true }),
  "a page that is left": () => ({ active: false }),
  "the password": () => ({ password: PASSWORD }),
  ...MAIL,
  "a password that is not theirs": () => ({ password: "wrong horse" }),
  ...SECOND_FACTORS,
  ...DEVICE_CODES,
  ...PASSWORDS,
  "a free name": (w) => ({ username: w.name(), title: "New" }),
  "a taken name": () => ({ username: "other", title: "New" }),
  "a free bot's name": (w) => ({ name: "New", username: `${w.name()}_bot` }),
  "a taken bot's name": () => ({ name: "New", username: "other_bot" }),
  "a free bot's name, owning enough": async (w) => {
    for (let i = 0; i < BOTS_PER_PERSON; i++) await w.ownBot("caller");
    return { name: "New", username: `${w.name()}_bot` };
  },
  "own bot": async (w) => ({ bot_id: await w.ownBot("caller") }),
  "another's bot": async (w) => ({ bot_id: await w.ownBot("other") }),
  "nobody's bot": (w) => ({ bot_id: w.t.id("other_bot") }),
  "own bot, deleted": async (w) => {
    const bot_id = await w.ownBot("caller");
    await w.t.service.db.write((tx) => deleteBot(tx, bot_id, START_S));
    return { bot_id };
  },
  "a request": (w) => requestOf(w, "other_bot"),
  "a request under another id": (w) => requestOf(w, "other_bot", { request_id: 2 }),
  "a request, for an unknown user": (w) => requestOf(w, "other_bot", { user_ids: [UNKNOWN_USER] }),
  "a request, for a suspended user": (w) => requestOf(w, "other_bot", { user_ids: [w.t.id("suspended")] }),
  "a request, for the bot itself": (w) => requestOf(w, "other_bot", { user_ids: [w.t.id("other_bot")] }),
  "a request, for a chat of others": (w) => requestOf(w, "other_bot", { shared_chat_id: w.t.id("Apart") }),
  "a request, for an unknown chat": (w) => requestOf(w, "other_bot", { shared_chat_id: -UNKNOWN_ID }),
  "a request, for a private chat": (w) => requestOf(w, "other_bot", { shared_chat_id: w.t.id("other") }),
  "a message without the request": async (w) => {
    const { message_id } = await w.t.ok("other_bot", "sendMessage", { chat_id: w.t.id("caller"), text: "No button" });
    return requestOf(w, "other_bot", { message_id });
  },
  "an unknown message": (w) => requestOf(w, "other_bot", { message_id: UNKNOWN_ID }),
  "a request of a bot that is blocked": async (w) => {
    const request = await requestOf(w, "spare_bot");
    await w.as("caller", "blockUser", { user_id: w.t.id("spare_bot") });
    return request;
  },
  "a request of somebody without a chat": async (w) => requestOf(w, "other_bot", { bot_id: await w.person() }),
  "a request of an unknown bot": (w) => requestOf(w, "other_bot", { bot_id: UNKNOWN_USER }),
  "a person as a bot": (w) => ({ bot_id: w.t.id("caller") }),
  "an unknown bot": () => ({ bot_id: UNKNOWN_USER }),
  oneself: account("caller"),
  "another person": account("other"),
  "a bot": account("other_bot"),
  "a deleted bot": account("deleted_bot"),
  "an unknown account": () => ({ user_id: UNKNOWN_USER }),
  "a private chat with a person": (w) => ({ chats: [{ chat_id: w.t.id("other"), message_id: 1 }] }),
  "a private chat with a bot": (w) => ({ chats: [{ chat_id: w.t.id("other_bot"), message_id: 1 }] }),
  "a private chat with nobody": () => ({ chats: [{ chat_id: UNKNOWN_USER, message_id: 1 }] }),
  "a public chat": async (w) => {
    await w.setSignUpOpen(false);
    return { username: "public" };
  },
  "a public chat of an open service": async (w) => {
    await w.setSignUpOpen(true);
    return { username: "public" };
  },
  "a public chat, banned there": () => ({ username: "banned" }),
  "a person's user name": () => ({ username: "other" }),
  "a bot's user name": () => ({ username: "@other_bot" }),
  "an unknown user name": () => ({ username: "nobody_at_all" }),
  "an open link": async (w) => ({ invite_link: await w.link("Closed") }),
  "an open link, not in the chat": async (w) => ({ invite_link: await w.link("Guarded") }),
  "an open link, banned there": async (w) => ({ invite_link: await w.link("Banned") }),
  "a revoked link": async (w) => ({ invite_link: await w.link("Closed", { is_revoked: true }) }),
  "an expired link": async (w) => ({ invite_link: await w.link("Closed", { expires_at: START_S }) }),
  "a used up link": async (w) => ({ invite_link: await w.link("Closed", { member_limit: 1, uses: 1 }) }),
  "an unknown link": () => ({ invite_link: "x".repeat(22) }),
  "a link to ask by": async (w) => ({ invite_link: await w.requestLink("Guarded", false) }),
  "a link to ask by, having asked": async (w) => ({ invite_link: await w.requestLink("Guarded", true) }),
  "a link to ask by, revoked since": async (w) => {
    const invite_link = await w.requestLink("Guarded", true);
    await w.t.service.db.write((tx) => revokeLink(tx, invite_link));
    return { invite_link };
  },
  "a link to ask by, banned there": async (w) => ({ invite_link: await w.requestLink("Banned", false) }),
  "a link to ask by, in the chat": async (w) => ({ invite_link: await w.requestLink("Known", false) }),
};

/** Methods that delete who calls them. */
const ENDS_CALLER = new Set(["deleteAccount"]);

/** Calls a method with every object. @returns a sentence for each unexpected outcome */
export async function runSelf(all: SelfFixtures, api: Api, method: Method, codes: SeenCodes): Promise<string[]> {
  const { t } = all;
  const w = ENDS_CALLER.has(method.name) ? await all.withNewCaller() : all;
  const faults: string[] = [];
  for (const [object, expected] of Object.entries(SELF[method.name]!)) {
    const access_token = await w.session(w.caller.id);
    const params = await OBJECTS[object]!(w, access_token);
    const auth = { authorization: `Bearer ${access_token}` };
    const path = api === "bot" ? `/bot${t.token("caller_bot")}/${method.name}` : `/api/${method.name}`;
    const answer = await t.post(path, params, api === "bot" ? {} : auth);
    codes.note(api, method, answer.status);
    const wrong = mismatch(api, method, expected, answer);
    if (wrong) faults.push(`${method.name} of a ${api}, with ${object}: ${wrong}`);
    if (method.name === "setWebhook") await t.ok("caller_bot", "deleteWebhook");
  }
  return faults;
}
