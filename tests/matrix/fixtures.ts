/**
 * The chats of the matrix, each with members in all roles. They are written directly to the store, because there are
 * thousands.
 */
import { FILE_KINDS, type FileKind } from "@heliogram/shared/files.ts";
import { createChat, openPrivateChat } from "heliogram/app/chats/create-chat.ts";
import { deleteBot } from "heliogram/app/bots/delete-bot.ts";
import type { Media } from "heliogram/domain/media.ts";
import { memberOf, type Member } from "heliogram/domain/members/member.ts";
import { FOREVER_S } from "heliogram/domain/live-location.ts";
import type { Content } from "heliogram/domain/messages.ts";
import { findAccount, suspendAccount, takeUsername } from "heliogram/store/queries/accounts/accounts.ts";
import { findPrivateChat, setForum, updateChat } from "heliogram/store/queries/chats/chats.ts";
import type { Tx } from "heliogram/store/db.ts";
import { insertFile } from "heliogram/store/queries/files/files.ts";
import { insertLink } from "heliogram/store/queries/chats/invite-links.ts";
import { insertRequest } from "heliogram/store/queries/chats/join-requests.ts";
import { saveMember } from "heliogram/store/queries/members/members.ts";
import { saveTopic } from "heliogram/store/queries/messages/topics.ts";
import { insertMessage } from "heliogram/store/queries/messages/messages.ts";
import { saveServiceRetention } from "heliogram/store/queries/retention/rules.ts";
import { pin } from "heliogram/store/queries/messages/pins.ts";
import { START_S, startWorld, type Engine, type Overrides, type TestService } from "../support/service.ts";
import type { Api } from "./expected.ts";
import { GROUP, MEMBER, OWNER, permissionsOf, recordOf, type ChatKind, type Role } from "./roles.ts";
import { sqlWrite } from "../support/sql.ts";

/** A chat with the caller in a role, and its messages and links. */
export interface ChatFixture {
  readonly chat_id: number;
  /** Message ids by kind; `own` and `own file` are separate for each caller. */
  readonly messages: Readonly<Record<string, number>>;
  /** Codes of invite links by creator and kind. */
  readonly links: Readonly<Record<string, string>>;
}

const PEOPLE = [
  ...["caller", "owner", "member", "restricted", "gone", "left", "kicked", "never", "waiting", "other_admin"],
  ...["admin_of_person", "below_person", "admin_of_bot", "below_bot"],
  ...["starter", "opener", "blocker", "blocked", "suspended", "unmet"],
];
const BOTS = ["caller_bot", "other_bot", "started_bot", "idle_bot", "deleted_bot", "closed_bot"];

const named = (username: string) => ({ name: username, username });
/** The accounts of the matrix, as a world file has them. */
export const ACCOUNTS = { people: PEOPLE.map(named), bots: BOTS.map(named), chats: [] };

/** Message ids in the other chat start far above all others, so that none exists in both. */
const OTHER_CHAT_IDS_FROM = 500_000;
/** Topics of every group, of the owner. */
export const OPEN_TOPIC = 400_001;
export const CLOSED_TOPIC = 400_002;
export const CALLER: Readonly<Record<Api, string>> = { bot: "caller_bot", person: "caller" };
/** The account for each name of the other party of a private chat. */
export const OTHERS: Readonly<Record<Api, Readonly<Record<string, string>>>> = {
  bot: {
    "a person who started it": "starter",
    "a person who opened it without a start": "opener",
    "a person who blocked it": "blocker",
    "a suspended person who started it": "suspended",
    "a person who never saw it": "unmet",
    "another bot": "other_bot",
    itself: "caller_bot",
  },
  person: {
    "a person they know": "starter",
    "a person who blocked them": "blocker",
    "a person they blocked": "blocked",
    "a suspended person": "suspended",
    "a person they never met": "unmet",
    "a bot they started": "started_bot",
    "a bot they did not start": "idle_bot",
    "a bot that was deleted": "deleted_bot",
    themselves: "caller",
  },
};

export function mediaOf(kind: FileKind, salt: string): Media {
  const sha256 = salt.padEnd(64, "0");
  if (kind === "photo") return { kind, file: 0, sizes: [{ sha256, size: 9, width: 9, height: 9 }] };
  return { kind, file: 0, sha256, size: 9, mime_type: "application/octet-stream" };
}

export class Fixtures {
  readonly t: TestService;
  /** File ids of the callers and of an uninvolved account, by account name and kind. */
  readonly files = new Map<string, string>();
  /** A chat with both callers, whose message ids exist in no other chat. */
  other_chat!: ChatFixture;
  readonly #shared = new Map<string, Promise<ChatFixture>>();
  #links = 0;

  private constructor(t: TestService) {
    this.t = t;
  }

  static async open(engine: Engine = "memory", overrides: Overrides = {}): Promise<Fixtures> {
    return Fixtures.fill(await startWorld(engine, ACCOUNTS, overrides));
  }

  /** Fills a world that has the accounts. */
  static async fill(t: TestService): Promise<Fixtures> {
    const fixtures = new Fixtures(t);
    // Owners of chats choose a period only where the service has a shortest one.
    await t.service.db.write((tx) => saveServiceRetention(tx, { chat_min_days: 1 }));
    await fixtures.#openPrivateChats();
    await fixtures.#createFiles();
    fixtures.other_chat = await fixtures.#createChat(GROUP, MEMBER, OTHER_CHAT_IDS_FROM);
    return fixtures;
  }

  id(username: string): number {
    return this.t.id(username);
  }

  /** The chat that all refused calls share. */
  shared(kind_of_chat: ChatKind, role: Role): Promise<ChatFixture> {
    const key = `${kind_of_chat.name} ${role.name}`;
    let chat_fixture = this.#shared.get(key);
    if (!chat_fixture) this.#shared.set(key, (chat_fixture = this.#createChat(kind_of_chat, role, 0)));
    return chat_fixture;
  }

  /** A new chat for a call that changes it. */
  fresh(kind_of_chat: ChatKind, role: Role): Promise<ChatFixture> {
    return this.#createChat(kind_of_chat, role, 0);
  }

  /** The private chat of a caller with the other party of a row, if there is one. */
  private(api: Api, other: string, fresh: boolean): Promise<ChatFixture> {
    const key = `${api} ${other}`;
    const known = fresh ? undefined : this.#shared.get(key);
    if (known) return known;
    const chat_fixture = this.#private(api, other);
    if (!fresh) this.#shared.set(key, chat_fixture);
    return chat_fixture;
  }

  /** Adds new messages to a private chat, because there is only one chat for each pair of accounts. */
  #private(api: Api, other: string): Promise<ChatFixture> {
    const other_id = this.id(OTHERS[api][other]!);
    return this.t.service.db.write(async (tx) => {
      const chat = await findPrivateChat(tx, this.id(CALLER[api]), other_id);
      const messages = chat ? await this.#sendMessages(tx, chat.id, null, other_id, 0) : {};
      return { chat_id: other_id, messages, links: {} };
    });
  }

  async #openPrivateChats(): Promise<void> {
    const { t } = this;
    const bot = t.id("caller_bot");
    const me = t.id("caller");
    for (const name of ["starter", "blocker", "suspended"]) await t.as(name, "startBot", { user_id: bot });
    for (const name of ["starter", "blocker", "suspended", "blocked"]) await t.as(name, "openChat", { user_id: me });
    await t.as("opener", "openChat", { user_id: bot });
    await t.as("blocker", "blockUser", { user_id: bot });
    await t.as("blocker", "blockUser", { user_id: me });
    await t.as("caller", "blockUser", { user_id: t.id("blocked") });
    await t.as("caller", "startBot", { user_id: t.id("started_bot") });
    await t.as("caller", "startBot", { user_id: t.id("deleted_bot") });
    await t.as("caller", "openChat", { user_id: t.id("idle_bot") });
    await t.service.db.write(async (tx) => {
      await suspendAccount(tx, t.id("suspended"), START_S);
      await deleteBot(tx, t.id("deleted_bot"), START_S);
      await tx.run(sqlWrite("update bot set can_join_groups = 0 where account_id = ?"), t.id("closed_bot"));
      const account = (await findAccount(tx, me))!;
      await openPrivateChat(tx, account, account, START_S);
    });
  }

  /** Creates files of every kind for both callers and for another account. */
  async #createFiles(): Promise<void> {
    const { t } = this;
    await t.service.db.write(async (tx) => {
      for (const name of ["caller", "caller_bot", "other_bot"]) {
        for (const kind of FILE_KINDS) {
          const { file } = await insertFile(tx, mediaOf(kind, `${name.length}`));
          const ref = { file, kind, variant: kind === "photo" ? 2 : 0 };
          this.files.set(`${name} ${kind}`, t.service.app.fileIds.mint(ref, t.id(name)));
        }
      }
      const nothing = { file: 999_999, kind: "document", variant: 0 } as const;
      for (const name of ["caller", "caller_bot"])
        this.files.set(`${name} nothing`, t.service.app.fileIds.mint(nothing, t.id(name)));
    });
  }

  async #createChat(kind_of_chat: ChatKind, role: Role, ids_from: number): Promise<ChatFixture> {
    const { t } = this;
    return t.service.db.write(async (tx) => {
      const owner = (await findAccount(tx, this.id(role === OWNER ? "caller" : "owner")))!;
      const chat = await createChat(tx, t.service.app, owner, { type: kind_of_chat.type, title: "Chat" }, START_S);
      if (chat === "USERNAME_TAKEN") throw new Error("the user name is taken");
      const username = kind_of_chat.is_public ? `chat${-chat.id}` : null;
      if (username) await takeUsername(tx, chat.id, username);
      const changes = { username, permissions: permissionsOf(kind_of_chat), photo: mediaOf("photo", "f") };
      await updateChat(tx, { ...chat, ...changes });
      if (chat.type === "supergroup") await this.#createTopics(tx, chat.id);
      for (const [member, is_bot] of this.#membersFor(role)) await saveMember(tx, chat.id, member, is_bot, START_S);
      const channel = kind_of_chat.type === "channel" ? chat.id : null;
      const messages = await this.#sendMessages(tx, chat.id, channel, this.id("member"), ids_from);
      return { chat_id: chat.id, messages, links: await this.#createLinks(tx, chat.id) };
    });
  }

  /** General is hidden, but not closed, so that each method about it changes something. */
  async #createTopics(tx: Tx, chat_id: number): Promise<void> {
    await setForum(tx, chat_id, true);
    const look = { name: "Topic", icon_color: 0, icon_custom_emoji_id: null, created_at: START_S, plain_up_to: 0 };
    const topic = { chat_id, ...look, is_hidden: false };
    const creator_id = this.id("owner");
    await saveTopic(tx, { ...topic, thread_id: 1, creator_id: null, is_closed: false, is_hidden: true });
    await saveTopic(tx, { ...topic, thread_id: OPEN_TOPIC, creator_id, is_closed: false });
    await saveTopic(tx, { ...topic, thread_id: CLOSED_TOPIC, creator_id, is_closed: true });
  }

  /** The members with a record; accounts that never joined have none. */
  #membersFor(role: Role): [Member, boolean][] {
    const owner = this.id("owner");
    const simple = (name: string, status: Member["status"]) => memberOf(this.id(name), status);
    const admin = (name: string, by: number) => ({ ...simple(name, "administrator"), rights: 1, promoted_by: by });
    const none = { permissions: 0 };
    const people = [
      simple("member", "member"),
      { ...simple("restricted", "restricted"), ...none },
      { ...simple("gone", "restricted"), ...none, is_member: false },
      simple("left", "left"),
      simple("kicked", "kicked"),
      admin("other_admin", owner),
      admin("admin_of_person", this.id("caller")),
      admin("below_person", this.id("admin_of_person")),
      admin("admin_of_bot", this.id("caller_bot")),
      admin("below_bot", this.id("admin_of_bot")),
    ];
    const members: [Member, boolean][] = people.map((each) => [each, false]);
    members.push([simple("other_bot", "member"), true]);
    if (role === OWNER || role.name === "one who was never there") return members;
    members.push([recordOf(role, this.id("caller"), owner), false]);
    members.push([recordOf(role, this.id("caller_bot"), owner), true]);
    return members;
  }

  /** Messages of all senders; texts and files are pinned if the method can unpin them. */
  async #sendMessages(
    tx: Tx,
    chat_id: number,
    sender_chat_id: number | null,
    other_id: number,
    from: number,
  ): Promise<Record<string, number>> {
    const { t } = this;
    const file: Content = { media: await insertFile(tx, mediaOf("document", "d")) };
    const live: Content = { location: { latitude: 1, longitude: 2, live_period: FOREVER_S } };
    const button: Content = { markup: { inline_keyboard: [[{ text: "Yes", callback_data: "yes" }]] } };
    const meant: Content = { entities: [{ type: "bot_command", offset: 0, length: 5 }] };
    const service: Content = { service: { kind: "left_chat_member", account: t.id("left") } };
    const contents: [string, number, string, Content][] = [
      ["own person", t.id("caller"), "Mine", {}],
      ["own bot", t.id("caller_bot"), "Mine", {}],
      ["own file person", t.id("caller"), "Mine", file],
      ["own file bot", t.id("caller_bot"), "Mine", file],
      ["own live person", t.id("caller"), "", live],
      ["own live bot", t.id("caller_bot"), "", live],
      ["another's live", other_id, "", live],
      ["another's", other_id, "/take it", meant],
      ["another's file", other_id, "/take it", { ...file, ...meant }],
      ["not received", other_id, "Between us", {}],
      ["service", other_id, "", service],
      ["protected", other_id, "/take it", { protected: true, ...meant }],
      ["with a button", t.id("other_bot"), "Press", button],
    ];
    const last = await tx.allocateMessageIds(chat_id, contents.length, 0);
    const messages: Record<string, number> = {};
    for (const [i, [name, sender_id, text, content]] of contents.entries()) {
      const message_id = from + last - contents.length + i + 1;
      const rest = { edit_date: null, reply_to: null, media_group_id: null, thread_id: null };
      await insertMessage(tx, {
        chat_id,
        message_id,
        sender_id,
        sender_chat_id,
        date: START_S,
        text,
        content,
        ...rest,
      });
      messages[name] = message_id;
    }
    for (const name of ["own person", "own bot", "another's"]) await pin(tx, chat_id, messages[name]!, START_S);
    return messages;
  }

  async #createLinks(tx: Tx, chat_id: number): Promise<Record<string, string>> {
    const links: Record<string, string> = {};
    const none = { name: "", expires_at: 0, member_limit: 0, uses: 0, creates_join_request: false, pending: 0 };
    const insert = async (creator: string, kind: string, flags: { is_primary: boolean; is_revoked: boolean }) => {
      const code = (links[`${creator}${kind}`] = `link${this.#links++}`.padEnd(22, "x"));
      await insertLink(tx, { code, chat_id, creator_id: this.id(creator), created_at: START_S, ...none, ...flags });
    };
    for (const name of ["caller", "caller_bot", "owner"]) {
      await insert(name, "", { is_primary: false, is_revoked: false });
      await insert(name, ", revoked", { is_primary: false, is_revoked: true });
      await insert(name, ", primary", { is_primary: true, is_revoked: false });
    }
    const request = { account_id: this.id("waiting"), link_code: links.owner!, asked_at: START_S };
    await insertRequest(tx, chat_id, request);
    return links;
  }
}
