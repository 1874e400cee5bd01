/** listBotCommands: what the bots of a chat can be told there, for the menu behind “/”. */
import type * as Wire from "@heliogram/shared/wire.ts";
import { shownId } from "../../domain/chats.ts";
import { View } from "../../present/view.ts";
import { botsOfChat } from "../../store/accounts.ts";
import { findCommands } from "../../store/bot-commands.ts";
import type { ReadTx } from "../../store/db.ts";
import { findMember } from "../../store/members.ts";
import type { BotCommand } from "../commands.ts";
import { chatId } from "../fields.ts";
import { webMethod } from "../method.ts";
import { arrayOfSchema, schemas } from "../schemas.ts";

/** A bot of the chat, and what it does there. */
interface ListedBot {
  readonly user: Wire.User;
  /** Whether it gets every message there, and not only those meant for it (behaviour.md §4). */
  readonly gets_all: boolean;
  readonly commands: readonly BotCommand[];
}

export const listBotCommands = webMethod({
  name: "listBotCommands",
  summary: "Lists the bots of a chat with the commands that the person is offered there; in channels there are none.",
  effect: "read",
  access: { scope: "chat", rank: "member" },
  fields: { chat_id: chatId() },
  result: arrayOfSchema(schemas.ChatBot),
  codes: [400, 401, 403, 404],
  refusals: [],
  example: {
    request: { chat_id: 1004 },
    result: [
      {
        user: { id: 1004, is_bot: true, first_name: "Echo", username: "echo_bot" },
        gets_all: true,
        commands: [{ command: "start", description: "Begin" }],
      },
    ],
  },
  async run({ tx, actor, deps, chat, member }) {
    const listed: ListedBot[] = [];
    const view = new View(tx, actor, deps.env.fileIds);
    if (chat.type === "channel") return listed;
    const isAdministrator = member.status === "creator" || member.status === "administrator";
    for (const bot of await botsOfChat(tx, chat.id)) {
      const scopes = scopesOf(chat.type === "private", isAdministrator, shownId(chat, bot.id), actor.id);
      const own = await findMember(tx, chat.id, bot.id);
      listed.push({
        user: view.show(bot),
        gets_all: !bot.privacy || chat.type === "private" || own?.status === "administrator",
        commands: await firstOf(tx, bot.id, scopes),
      });
    }
    return listed;
  },
});

/** The lists that are meant for somebody somewhere, the closest first. */
function scopesOf(isPrivate: boolean, isAdministrator: boolean, chat_id: number, user_id: number): string[] {
  if (isPrivate) return [`chat:${chat_id}`, "all_private_chats", "default"];
  return [
    `chat_member:${chat_id}:${user_id}`,
    ...(isAdministrator ? [`chat_administrators:${chat_id}`] : []),
    `chat:${chat_id}`,
    ...(isAdministrator ? ["all_chat_administrators"] : []),
    "all_group_chats",
    "default",
  ];
}

async function firstOf(tx: ReadTx, bot_id: number, scopes: readonly string[]): Promise<readonly BotCommand[]> {
  for (const scope of scopes) {
    const commands = await findCommands(tx, bot_id, scope, "");
    if (commands) return commands;
  }
  return [];
}
