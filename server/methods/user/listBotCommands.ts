/** listBotCommands: the commands of the bots of a chat, for the menu behind “/”. */
import type * as Wire from "@heliogram/shared/wire.ts";
import { textLanguage } from "../../domain/bots.ts";
import { chatIdFor, type Chat } from "../../domain/chats.ts";
import { commandsIn } from "../../present/bots.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { botsOfChat } from "../../store/queries/accounts/accounts.ts";
import { findMenuButton } from "../../store/queries/bots/bot-defaults.ts";
import type { ReadTx } from "../../store/db.ts";
import { findMember } from "../../store/queries/members/members.ts";
import type { BotCommand } from "../bot/command-fields.ts";
import { chatId } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { arrayOfSchema, schemas } from "../engine/schemas.ts";

/** A bot of the chat with its commands. */
interface ListedBot {
  readonly user: Wire.User;
  /** Whether it receives every message of the chat, and not only those addressed to it (behaviour.md §4). */
  readonly gets_all: boolean;
  readonly commands: readonly BotCommand[];
  /** Of a private chat: the bot wants a labelled menu button. */
  readonly menu_button?: "commands";
}

export const listBotCommands = userMethod({
  name: "listBotCommands",
  summary:
    "Lists the bots of a chat with the commands offered to the person there, in the language of their client if the bot has set them; in channels there are none.",
  effect: "read",
  access: { scope: "chat", rank: "member" },
  fields: { chat_id: chatId() },
  result: arrayOfSchema(schemas.ChatBot),
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
    const context = new ViewerContext(tx, actor, deps.app.fileIds);
    if (chat.type === "channel") return listed;
    const language = textLanguage(actor.language_code);
    const isAdministrator = member.status === "creator" || member.status === "administrator";
    for (const bot of await botsOfChat(tx, chat.id)) {
      const scopes = scopesOf(chat.type === "private", isAdministrator, chatIdFor(chat, bot.id), actor.id);
      const own = await findMember(tx, chat.id, bot.id);
      listed.push({
        user: context.show(bot),
        gets_all: !bot.privacy || chat.type === "private" || own?.status === "administrator",
        commands: await commandsIn(tx, bot.id, scopes, language),
        ...(await menuButton(tx, chat, bot.id, actor.id)),
      });
    }
    return listed;
  },
});

async function menuButton(
  tx: ReadTx,
  chat: Chat,
  bot_id: number,
  person_id: number,
): Promise<{ readonly menu_button?: "commands" }> {
  if (chat.type !== "private") return {};
  const type = await findMenuButton(tx, bot_id, person_id);
  return type === "commands" ? { menu_button: type } : {};
}

/** The scopes of commands that apply to a person in a chat, the most specific first. */
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
