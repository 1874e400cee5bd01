/** Chats for the matrix: each with a whole cast in it, written straight into the store so that thousands are cheap. */
import { createChat, openPrivateChat } from "heliogram/app/create-chat.ts";
import { deleteBot } from "heliogram/app/delete-bot.ts";
import type { FileKind, Media } from "heliogram/domain/media.ts";
import { memberOf, type Member } from "heliogram/domain/members/member.ts";
import type { Content } from "heliogram/domain/messages.ts";
import { findAccount, suspendAccount, takeUsername } from "heliogram/store/accounts.ts";
import { findPrivateChat, updateChat } from "heliogram/store/chats.ts";
import type { Tx } from "heliogram/store/db.ts";
import { insertFile } from "heliogram/store/files.ts";
import { insertLink } from "heliogram/store/invite-links.ts";
import { insertRequest } from "heliogram/store/join-requests.ts";
import { saveMember } from "heliogram/store/members.ts";
import { insertMessage } from "heliogram/store/messages.ts";
import { pin } from "heliogram/store/pins.ts";
import { START_S, startWorld, type Engine, type Overrides, type TestService } from "../kit/service.ts";
import type { Face } from "./expected.ts";
import { GROUP, MEMBER, OWNER, permissionsOf, recordOf, type Place, type Role } from "./roles.ts";

/** A chat with the caller in a role, and what lies about in it. */
export interface Stage {
  readonly chat_id: number;
  /** Message ids by what they are; `own` and `own file` are each caller's. */
  readonly messages: Readonly<Record<string, number>>;
  /** Codes of invite links by whose they are. */
  readonly links: Readonly<Record<string, string>>;
}

const KINDS: readonly FileKind[] = ["photo", "video", "audio", "voice", "document", "animation", "video_note"];
const PEOPLE = [
  ...["caller", "owner", "member", "restricted", "gone", "left", "kicked", "never", "waiting", "other_admin"],
  ...["admin_of_person", "below_person", "admin_of_bot", "below_bot"],
  ...["starter", "opener", "blocker", "blocked", "suspended", "unmet"],
];
const BOTS = ["caller_bot", "other_bot", "started_bot", "idle_bot", "deleted_bot", "closed_bot"];

/** Ids in the other chat are far above all others, so that one is never found by chance. */
const ELSEWHERE_FROM = 500_000;
export const CALLER: Readonly<Record<Face, string>> = { bot: "caller_bot", person: "caller" };
/** The account behind each name of the other party of a private chat. */
export const OTHERS: Readonly<Record<Face, Readonly<Record<string, string>>>> = {
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

export class Stages {
  readonly t: TestService;
  /** File ids of the callers and of nobody in the matrix, by account name and kind. */
  readonly files = new Map<string, string>();
  /** A chat both callers are in, whose messages are in no other. */
  elsewhere!: Stage;
  readonly #shared = new Map<string, Promise<Stage>>();
  #links = 0;

  private constructor(t: TestService) {
    this.t = t;
  }

  static async open(engine: Engine = "memory", overrides: Overrides = {}): Promise<Stages> {
    const named = (username: string) => ({ name: username, username });
    const t = await startWorld(engine, { people: PEOPLE.map(named), bots: BOTS.map(named) }, overrides);
    const stages = new Stages(t);
    await stages.#acquaint();
    await stages.#lay();
    stages.elsewhere = await stages.#make(GROUP, MEMBER, ELSEWHERE_FROM);
    return stages;
  }

  id(username: string): number {
    return this.t.id(username);
  }

  /** A chat that refused calls share. */
  shared(place: Place, role: Role): Promise<Stage> {
    const key = `${place.name} ${role.name}`;
    let stage = this.#shared.get(key);
    if (!stage) this.#shared.set(key, (stage = this.#make(place, role, 0)));
    return stage;
  }

  /** A chat of its own for a call that changes it. */
  fresh(place: Place, role: Role): Promise<Stage> {
    return this.#make(place, role, 0);
  }

  /** The private chat of a caller with the other party of a row, where there is one. */
  private(face: Face, other: string, fresh: boolean): Promise<Stage> {
    const key = `${face} ${other}`;
    const known = fresh ? undefined : this.#shared.get(key);
    if (known) return known;
    const stage = this.#private(face, other);
    if (!fresh) this.#shared.set(key, stage);
    return stage;
  }

  /** Private chats cannot be made anew; but their messages can. */
  #private(face: Face, other: string): Promise<Stage> {
    const other_id = this.id(OTHERS[face][other]!);
    return this.t.service.db.write(async (tx) => {
      const chat = await findPrivateChat(tx, this.id(CALLER[face]), other_id);
      const messages = chat ? await this.#fill(tx, chat.id, null, other_id, 0) : {};
      return { chat_id: other_id, messages, links: {} };
    });
  }

  async #acquaint(): Promise<void> {
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
      await tx.run("update bot set can_join_groups = 0 where account_id = ?", t.id("closed_bot"));
      const account = (await findAccount(tx, me))!;
      await openPrivateChat(tx, account, account, START_S);
    });
  }

  /** Files of every kind for both callers and for somebody else. */
  async #lay(): Promise<void> {
    const { t } = this;
    await t.service.db.write(async (tx) => {
      for (const name of ["caller", "caller_bot", "other_bot"]) {
        for (const kind of KINDS) {
          const { file } = await insertFile(tx, mediaOf(kind, `${name.length}`));
          const ref = { file, kind, variant: kind === "photo" ? 2 : 0 };
          this.files.set(`${name} ${kind}`, t.service.env.fileIds.mint(ref, t.id(name)));
        }
      }
      const nothing = { file: 999_999, kind: "document", variant: 0 } as const;
      for (const name of ["caller", "caller_bot"])
        this.files.set(`${name} nothing`, t.service.env.fileIds.mint(nothing, t.id(name)));
    });
  }

  async #make(place: Place, role: Role, ids_from: number): Promise<Stage> {
    const { t } = this;
    return t.service.db.write(async (tx) => {
      const owner = (await findAccount(tx, this.id(role === OWNER ? "caller" : "owner")))!;
      const chat = await createChat(tx, t.service.env, owner, { type: place.type, title: "Stage" }, START_S);
      if (chat === "USERNAME_TAKEN") throw new Error("a stage takes no name");
      const username = place.is_public ? `stage${-chat.id}` : null;
      if (username) await takeUsername(tx, chat.id, username);
      const changes = { username, permissions: permissionsOf(place), photo: mediaOf("photo", "f") };
      await updateChat(tx, { ...chat, ...changes });
      for (const [member, is_bot] of this.#cast(role)) await saveMember(tx, chat.id, member, is_bot, START_S);
      const channel = place.type === "channel" ? chat.id : null;
      const messages = await this.#fill(tx, chat.id, channel, this.id("member"), ids_from);
      return { chat_id: chat.id, messages, links: await this.#link(tx, chat.id) };
    });
  }

  /** Everybody who has a record; who was never there has none. */
  #cast(role: Role): [Member, boolean][] {
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
    const cast: [Member, boolean][] = people.map((each) => [each, false]);
    cast.push([simple("other_bot", "member"), true]);
    if (role === OWNER || role.name === "one who was never there") return cast;
    cast.push([recordOf(role, this.id("caller"), owner), false]);
    cast.push([recordOf(role, this.id("caller_bot"), owner), true]);
    return cast;
  }

  /** Messages of everybody's, the texts and the files pinned where they can be unpinned. */
  async #fill(
    tx: Tx,
    chat_id: number,
    sender_chat_id: number | null,
    other_id: number,
    from: number,
  ): Promise<Record<string, number>> {
    const { t } = this;
    const file: Content = { media: await insertFile(tx, mediaOf("document", "d")) };
    const button: Content = { markup: { inline_keyboard: [[{ text: "Yes", callback_data: "yes" }]] } };
    const meant: Content = { entities: [{ type: "bot_command", offset: 0, length: 5 }] };
    const service: Content = { service: { kind: "left_chat_member", account: t.id("left") } };
    const wishes: [string, number, string, Content][] = [
      ["own person", t.id("caller"), "Mine", {}],
      ["own bot", t.id("caller_bot"), "Mine", {}],
      ["own file person", t.id("caller"), "Mine", file],
      ["own file bot", t.id("caller_bot"), "Mine", file],
      ["another's", other_id, "/take it", meant],
      ["another's file", other_id, "/take it", { ...file, ...meant }],
      ["not received", other_id, "Between us", {}],
      ["service", other_id, "", service],
      ["protected", other_id, "/take it", { protected: true, ...meant }],
      ["with a button", t.id("other_bot"), "Press", button],
    ];
    const last = await tx.takeMessageIds(chat_id, wishes.length, 0);
    const messages: Record<string, number> = {};
    for (const [i, [name, sender_id, text, content]] of wishes.entries()) {
      const message_id = from + last - wishes.length + i + 1;
      const rest = { edit_date: null, reply_to: null, media_group_id: null };
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

  async #link(tx: Tx, chat_id: number): Promise<Record<string, string>> {
    const links: Record<string, string> = {};
    for (const name of ["caller", "caller_bot", "owner"]) {
      const code = (links[name] = `link${this.#links++}`.padEnd(22, "x"));
      const rest = { name: "", expires_at: 0, member_limit: 0, uses: 0, is_primary: false, is_revoked: false };
      const asking = { creates_join_request: false, pending: 0 };
      await insertLink(tx, { code, chat_id, creator_id: this.id(name), created_at: START_S, ...rest, ...asking });
    }
    const request = { account_id: this.id("waiting"), link_code: links.owner!, asked_at: START_S };
    await insertRequest(tx, chat_id, request);
    return links;
  }
}
