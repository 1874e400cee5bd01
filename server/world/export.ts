/** Makes a world file of a store. It has no messages, files, passwords and tokens. */
import { TOPIC_ICONS } from "@heliogram/shared/topic-icons.ts";
import { TOPIC_COLORS } from "@heliogram/shared/topics.ts";
import { listEveryTopic } from "../store/queries/messages/topics.ts";
import type { Bot } from "../domain/accounts.ts";
import { ASSISTANT_ID } from "../domain/bots.ts";
import type { Chat } from "../domain/chats.ts";
import { currentMember, type Member } from "../domain/members/member.ts";
import { ALL_PERMISSIONS, showPermissions, type Permissions } from "../domain/members/permissions.ts";
import { showRights } from "../domain/members/rights.ts";
import { GENERAL_NAME, GENERAL_THREAD_ID, type Topic } from "../domain/topics.ts";
import { findAccount, listBots } from "../store/queries/accounts/accounts.ts";
import { listPeople, type Person } from "../store/queries/accounts/people.ts";
import { startersOf } from "../store/queries/bots/starters.ts";
import { findChat } from "../store/queries/chats/chats.ts";
import { chatsBelow } from "../store/queries/chats/group-list.ts";
import { listEveryMember } from "../store/queries/members/members.ts";
import type { Db, ReadTx } from "../store/db.ts";

/** What `readWorld` takes. */
export type ExportedWorld = Readonly<Record<"people" | "bots" | "chats", readonly object[]>> & {
  readonly link_previews?: true;
};

interface ExportOptions {
  readonly now_s: number;
  /** Whether the service fetches pages for previews. */
  readonly link_previews: boolean;
}

/** More people or chats than a world for tests has. */
const MAX_ACCOUNTS = 10_000;

/** Accounts are named by their user names: members and owners without one are left out, and chats whose creator has none. */
export function exportWorld(db: Db, { now_s, link_previews }: ExportOptions): Promise<ExportedWorld> {
  return db.read(async (tx) => {
    const people = await listPeople(tx, 0, MAX_ACCOUNTS);
    const bots = (await listBots(tx)).filter(({ id, deleted_at }) => deleted_at === null && id !== ASSISTANT_ID);
    const listed = await chatsBelow(tx, { wanted: "", below: 0, limit: MAX_ACCOUNTS });
    const chats: object[] = [];
    for (const { id } of listed) chats.push(...(await exportChat(tx, (await findChat(tx, id))!, now_s)));
    return {
      people: people.map(exportPerson),
      bots: await Promise.all(bots.map((bot) => exportBot(tx, bot))),
      chats,
      ...(link_previews && { link_previews }),
    };
  });
}

function exportPerson({ first_name, last_name, language_code, username, is_owner }: Person): object {
  return {
    name: first_name,
    ...(last_name ? { last_name } : {}),
    ...(language_code ? { language_code } : {}),
    ...(username === null ? {} : { username }),
    ...(is_owner ? { owner: true } : {}),
  };
}

async function exportBot(
  tx: ReadTx,
  { id, first_name, username, owner_id, privacy, topics, dialect }: Bot,
): Promise<object> {
  const owner = owner_id === null ? undefined : await nameOf(tx, owner_id);
  const starters = await Promise.all((await startersOf(tx, id)).map((person) => nameOf(tx, person)));
  const started_by = starters.filter((name) => name !== undefined);
  return {
    name: first_name,
    username,
    ...(owner === undefined ? {} : { owner }),
    ...(privacy ? {} : { privacy: false }),
    ...(topics === "off" ? {} : { topics }),
    ...(dialect === null ? {} : { dialect }),
    ...(started_by.length === 0 ? {} : { started_by }),
  };
}

/** @returns one chat, or none */
async function exportChat(tx: ReadTx, chat: Chat, now_s: number): Promise<object[]> {
  const { id, type, title, username, description, creator_id, permissions } = chat;
  const creator = creator_id === null ? undefined : await nameOf(tx, creator_id);
  if (creator === undefined) return [];
  const members: object[] = [];
  for (const stored of await listEveryMember(tx, id)) {
    const member = currentMember(stored, now_s);
    const name = await nameOf(tx, member.account_id);
    if (member.account_id !== creator_id && name !== undefined) members.push(exportMember(name, member));
  }
  return [
    {
      type,
      title,
      ...(username === null ? {} : { username }),
      ...(description === "" ? {} : { description }),
      creator,
      ...(type === "supergroup" ? { permissions: flagsOf(permissions) } : {}),
      ...(chat.available_reactions ? { available_reactions: chat.available_reactions } : {}),
      ...(chat.is_forum ? exportTopics(await listEveryTopic(tx, id)) : {}),
      ...(chat.link_previews ? {} : { link_previews: false }),
      members,
    },
  ];
}

/** A topic that differs from a new one in nothing but its name is that name. */
function exportTopics(topics: readonly Topic[]): object {
  const shown = topics.filter(({ thread_id }) => thread_id !== GENERAL_THREAD_ID);
  const general = topics.find(({ thread_id }) => thread_id === GENERAL_THREAD_ID);
  const changes = general && {
    ...(general.name === GENERAL_NAME ? {} : { name: general.name }),
    ...(general.is_closed ? { is_closed: true } : {}),
    ...(general.is_hidden ? { is_hidden: true } : {}),
  };
  return {
    topics: shown.map(exportTopic),
    ...(changes && Object.keys(changes).length > 0 ? { general: changes } : {}),
  };
}

function exportTopic({ name, icon_color, icon_custom_emoji_id, is_closed }: Topic): string | object {
  const icon = icon_custom_emoji_id === null ? undefined : TOPIC_ICONS[icon_custom_emoji_id];
  const look = {
    ...(icon === undefined ? {} : { icon }),
    ...(icon_color === TOPIC_COLORS[0] ? {} : { icon_color }),
    ...(is_closed ? { is_closed } : {}),
  };
  return Object.keys(look).length === 0 ? name : { name, ...look };
}

function exportMember(username: string, member: Member): object {
  const { status, rights, custom_title, is_anonymous, permissions, until } = member;
  const named = { username, status };
  if (status === "administrator") {
    return {
      ...named,
      rights: granted(showRights(rights)),
      ...(custom_title === "" ? {} : { custom_title }),
      ...(is_anonymous ? { is_anonymous } : {}),
    };
  }
  const ends = until === 0 ? {} : { until };
  if (status === "restricted") return { ...named, permissions: flagsOf(permissions), ...ends };
  return status === "kicked" ? { ...named, ...ends } : named;
}

async function nameOf(tx: ReadTx, account_id: number): Promise<string | undefined> {
  return (await findAccount(tx, account_id))?.username ?? undefined;
}

function flagsOf(permissions: Permissions): "all" | object {
  if (permissions === ALL_PERMISSIONS) return "all";
  // The flag for all media would grant each of them.
  const { can_send_media_messages: _all, ...flags } = showPermissions(permissions);
  return granted(flags);
}

function granted(flags: Readonly<Record<string, boolean>>): object {
  return Object.fromEntries(Object.entries(flags).filter(([, value]) => value));
}
