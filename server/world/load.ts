/** Loads a world file into an empty store. */
import { topicIconOf } from "@heliogram/shared/topic-icons.ts";
import { createBot, createPerson } from "../app/accounts/create-account.ts";
import { changeTopic } from "../app/topics/change-topic.ts";
import { createTopic } from "../app/topics/create-topic.ts";
import { setForum } from "../app/topics/set-forum.ts";
import { createChat } from "../app/chats/create-chat.ts";
import { openSession } from "../app/accounts/sessions.ts";
import { startBot } from "../app/bots/start-and-block.ts";
import { botToken, type Hashes } from "../app/accounts/tokens.ts";
import type { AppContext } from "../app/app-context.ts";
import { languageCode, type Account } from "../domain/accounts.ts";
import type { Chat } from "../domain/chats.ts";
import { memberOf, type Member } from "../domain/members/member.ts";
import { readPermissions } from "../domain/members/permissions.ts";
import { ALL_RIGHTS, readRights, RIGHTS, RIGHTS_IN } from "../domain/members/rights.ts";
import { inListOrder, reactionOf } from "../domain/reactions.ts";
import { newGeneral, type Topic } from "../domain/topics.ts";
import { setLanguageCode } from "../store/queries/accounts/accounts.ts";
import { changeMemberCount, updateChat } from "../store/queries/chats/chats.ts";
import type { Db, Tx } from "../store/db.ts";
import { saveMember } from "../store/queries/members/members.ts";
import { streamState, trimStream } from "../store/queries/streams/streams.ts";
import type { World, WorldGeneral, WorldMember, WorldTopic } from "./schema.ts";

export interface WorldContext {
  readonly db: Db;
  readonly app: AppContext;
  readonly hashes: Hashes;
  readonly bytes: (length: number) => Buffer;
  readonly now_s: number;
  readonly hashPassword: (password: string) => Promise<string>;
}

/** The ids and credentials of a loaded world, for programs that use it. */
export interface LoadedWorld {
  readonly people: {
    readonly id: number;
    readonly name: string;
    readonly username: string | null;
    readonly access_token: string;
  }[];
  readonly bots: { readonly id: number; readonly name: string; readonly username: string; readonly token: string }[];
  readonly chats: {
    readonly id: number;
    readonly type: string;
    readonly title: string;
    readonly username: string | null;
  }[];
}

/** The world cannot be loaded into the store. */
export class WorldError extends Error {}

/** @throws WorldError when a user name does not exist in the world or is taken */
export async function loadWorld(context: WorldContext, world: World): Promise<LoadedWorld> {
  const hashes = await Promise.all(
    world.people.map((person) => person.password && context.hashPassword(person.password)),
  );
  // Bots get no updates about the creation of the world, so nobody is told of any.
  const app = { ...context.app, updates: undefined };
  const loaded = await context.db.write((tx) => new Loader({ ...context, app }, tx).load(world, hashes));
  await context.db.write(async (tx) => {
    for (const { id } of loaded.bots) await trimStream(tx, id, (await streamState(tx, id))!.last_seq);
  });
  return loaded;
}

class Loader {
  readonly #context: WorldContext;
  readonly #tx: Tx;
  readonly #accounts = new Map<string, Account>();

  constructor(context: WorldContext, tx: Tx) {
    this.#context = context;
    this.#tx = tx;
  }

  async load(world: World, password_hashes: readonly (string | undefined)[]): Promise<LoadedWorld> {
    const loaded: LoadedWorld = { people: [], bots: [], chats: [] };
    for (const [i, person] of world.people.entries()) {
      loaded.people.push(await this.#person(person, password_hashes[i] ?? null));
    }
    for (const bot of world.bots) loaded.bots.push(await this.#bot(bot));
    for (const chat of world.chats) loaded.chats.push(await this.#chat(chat));
    return loaded;
  }

  async #person(person: World["people"][number], password_hash: string | null): Promise<LoadedWorld["people"][number]> {
    const { bytes, hashes, now_s } = this.#context;
    const naming = { first_name: person.name, ...pick(person, "last_name", "username") };
    const account = await createPerson(this.#tx, { ...naming, password_hash, is_owner: person.owner }, now_s);
    if (account === "USERNAME_TAKEN") throw usernameTaken(person.username!);
    const language_code = languageCode(person.language_code ?? "");
    if (language_code !== "") await setLanguageCode(this.#tx, account.id, language_code);
    if (account.username) this.#accounts.set(account.username.toLowerCase(), { ...account, language_code });
    const session = { person_id: account.id, label: "world file", lasts_s: 366 * 86_400, way: "developer" } as const;
    const { access_token } = await openSession(this.#tx, hashes, bytes, session, now_s, person.access_token);
    return { id: account.id, name: person.name, username: account.username, access_token };
  }

  async #bot(bot: World["bots"][number]): Promise<LoadedWorld["bots"][number]> {
    const { bytes, hashes, app, now_s } = this.#context;
    let token = "";
    const account = await createBot(
      this.#tx,
      {
        first_name: bot.name,
        username: bot.username,
        owner_id: bot.owner === undefined ? null : this.#find(bot.owner).id,
        privacy: bot.privacy,
        topics: bot.topics,
        dialect: bot.dialect ?? null,
        tokenHash: (id) => hashes.of((token = bot.token ? `${id}:${bot.token}` : botToken(id, bytes, hashes.tag))),
      },
      now_s,
    );
    if (account === "USERNAME_TAKEN") throw usernameTaken(bot.username);
    this.#accounts.set(bot.username.toLowerCase(), account);
    for (const name of bot.started_by) await startBot(this.#tx, app, this.#find(name), account, now_s);
    return { id: account.id, name: bot.name, username: bot.username, token };
  }

  async #chat(newChat: World["chats"][number]): Promise<LoadedWorld["chats"][number]> {
    const { app, now_s } = this.#context;
    const creator = this.#find(newChat.creator);
    const chat = await createChat(
      this.#tx,
      app,
      creator,
      { type: newChat.type, title: newChat.title, ...pick(newChat, "username", "description") },
      now_s,
    );
    if (chat === "USERNAME_TAKEN") throw usernameTaken(newChat.username!);
    const { permissions, available_reactions, link_previews } = newChat;
    if (permissions !== undefined || available_reactions !== undefined || !link_previews) {
      await updateChat(this.#tx, {
        ...chat,
        link_previews,
        ...(permissions === undefined ? {} : { permissions: readPermissions(permissions, true) }),
        ...(available_reactions === undefined ? {} : { available_reactions: reactionsOf(available_reactions) }),
      });
    }
    for (const member of newChat.members) await this.#member(chat, creator, member);
    if (newChat.topics && chat.type === "supergroup")
      await this.#topics(chat, creator, newChat.topics, newChat.general);
    return { id: chat.id, type: chat.type, title: chat.title, username: chat.username };
  }

  /** Creates the topics in their order, by the creator of the group. */
  async #topics(
    chat: Chat,
    creator: Account,
    topics: readonly WorldTopic[],
    general: WorldGeneral | undefined,
  ): Promise<void> {
    const { app, now_s } = this.#context;
    await setForum(this.#tx, chat, creator, true, now_s);
    const sender = { account: creator, member: memberOf(creator.id, "creator") };
    const forum = { ...chat, is_forum: true };
    const change = (topic: Topic) => changeTopic(this.#tx, app, forum, sender, topic, [], now_s);
    if (general) await change({ ...newGeneral(chat.id, now_s), ...general });
    for (const { name, icon, icon_color, is_closed } of topics) {
      const icon_custom_emoji_id = (icon && topicIconOf(icon)) ?? null;
      const topic = await createTopic(this.#tx, app, forum, sender, { name, icon_color, icon_custom_emoji_id }, now_s);
      if (!topic) throw new WorldError(`${chat.title} has too many topics`);
      if (is_closed) await change({ ...topic, is_closed });
    }
  }

  async #member(chat: Chat, creator: Account, worldMember: WorldMember): Promise<void> {
    const account = this.#find(worldMember.username);
    const member = memberFrom(worldMember, account.id, chat, creator.id, this.#context.now_s);
    await saveMember(this.#tx, chat.id, member, account.is_bot, this.#context.now_s);
    await changeMemberCount(this.#tx, chat.id, Number(member.is_member));
  }

  #find(username: string): Account {
    const account = this.#accounts.get(username.toLowerCase());
    if (!account) throw new WorldError(`the world has nobody called @${username}`);
    return account;
  }
}

function reactionsOf(emoji: readonly string[]): string[] {
  return inListOrder(emoji.map(reactionOf).filter((reaction) => reaction !== undefined));
}

function usernameTaken(username: string): WorldError {
  return new WorldError(`the user name @${username} is taken`);
}

function memberFrom(worldMember: WorldMember, id: number, chat: Chat, creator_id: number, now_s: number): Member {
  const rest = memberOf(id, worldMember.status);
  if (worldMember.status === "administrator") {
    const rights =
      worldMember.rights === undefined ? ALL_RIGHTS & ~RIGHTS.can_promote_members : readRights(worldMember.rights);
    return {
      ...rest,
      rights: rights & RIGHTS_IN[chat.type],
      custom_title: worldMember.custom_title ?? "",
      is_anonymous: worldMember.is_anonymous ?? false,
      promoted_by: creator_id,
    };
  }
  if (worldMember.status !== "restricted" && worldMember.status !== "kicked") return rest;
  const permissions =
    worldMember.status === "restricted" ? readPermissions(worldMember.permissions ?? {}, true) : rest.permissions;
  return { ...rest, permissions, until: untilOf(worldMember.until ?? 0, now_s) };
}

/** Small numbers are seconds from now, so that world files do not become outdated. */
function untilOf(until: number, now_s: number): number {
  return until > 0 && until < 366 * 86_400 ? now_s + until : until;
}

/** The named properties, without those that are undefined. */
function pick<T extends object, K extends keyof T>(
  from: T,
  ...names: K[]
): { [key in K]?: Exclude<T[key], undefined> } {
  const picked: { [key in K]?: Exclude<T[key], undefined> } = {};
  for (const name of names) if (from[name] !== undefined) picked[name] = from[name] as Exclude<T[K], undefined>;
  return picked;
}
