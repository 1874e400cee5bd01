/** A bot's command lists by scope and language (setMyCommands, getMyCommands, deleteMyCommands). */
import { BOT_LIMITS } from "@heliogram/shared/limits.ts";
import { chatIdFor } from "../../domain/chats.ts";
import type { Account } from "../../domain/accounts.ts";
import type { Refusal } from "../../domain/refusals.ts";
import type { ReadTx } from "../../store/db.ts";
import {
  arrayOf,
  chatId,
  object,
  objectOf,
  optional,
  oneOf,
  ParameterError,
  text,
  userId,
  type ChatRef,
  type Field,
} from "../engine/fields.ts";
import { authorize, MEMBER_ACCESS_REFUSALS } from "../engine/authorization.ts";

/** The chats and members that a list is for. */
export interface CommandScope {
  readonly type: ScopeType;
  readonly chat_id?: ChatRef;
  readonly user_id?: number;
}

const SCOPES = [
  "default",
  "all_private_chats",
  "all_group_chats",
  "all_chat_administrators",
  "chat",
  "chat_administrators",
  "chat_member",
] as const;
type ScopeType = (typeof SCOPES)[number];

export interface BotCommand {
  readonly command: string;
  readonly description: string;
}

export function commandsField(): Field<BotCommand[]> {
  const command = object(
    { command: text({ max: 64 }), description: text({ max: 256 }) },
    { syntax: "can't parse BotCommand", shape: "expected an Object as BotCommand" },
  );
  const list = arrayOf(command, { max: BOT_LIMITS.commands, error: "can't parse commands: a JSON array is expected" });
  return { ...list, read: (raw, name) => list.read(raw, name).map(readCommand) };
}

/** A command has 1 to 32 lower-case letters, digits and underscores, and a description of 1 to 256 characters. */
function readCommand(raw: BotCommand): BotCommand {
  const command = raw.command.replace(/^\//, "");
  if (!/^[a-z0-9_]{1,32}$/.test(command)) throw new ParameterError("BOT_COMMAND_INVALID");
  const description = raw.description.trim();
  if (description === "") throw new ParameterError("BOT_COMMAND_DESCRIPTION_INVALID");
  return { command, description };
}

const type = oneOf(...SCOPES);
const chat = chatId();
const user = userId();

export function scopeField(): Field<CommandScope | undefined> {
  const errors = { syntax: "can't parse BotCommandScope", shape: "expected an Object as BotCommandScope" };
  return optional(
    objectOf({ type: "object", properties: { type: type.schema } }, errors, (value): CommandScope => {
      const kind = type.read(value.type ?? "default", "scope type");
      if (!kind.startsWith("chat")) return { type: kind };
      const place = { type: kind, chat_id: chat.read(value.chat_id ?? "", "chat_id") };
      return kind === "chat_member" ? { ...place, user_id: user.read(value.user_id ?? 0, "user_id") } : place;
    }),
  );
}

const language = text({ max: 64 });

/** A language code of two letters. Without one the list is for everybody who has no list in their language. */
export function languageField(): Field<string | undefined> {
  return optional({
    read(raw, name) {
      const code = language.read(raw, name).toLowerCase();
      if (!/^[a-z]{2}$/.test(code)) throw new ParameterError("invalid language code specified");
      return code;
    },
    schema: { type: "string" },
  });
}

/** The refusals of `scopeKey`. */
export const SCOPE_REFUSALS = [...MEMBER_ACCESS_REFUSALS, "BOT_TO_BOT"] as const satisfies readonly Refusal[];

/**
 * The key under which a list is stored. For a chat, the chat must exist and the bot be a member. @throws RefusalError
 */
export async function scopeKey(
  tx: ReadTx,
  actor: Account,
  scope: CommandScope | undefined,
  now_s: number,
): Promise<string> {
  if (scope?.chat_id === undefined) return scope?.type ?? "default";
  const access = { scope: "chat", rank: "member" } as const;
  const authorization = await authorize(tx, undefined, actor, access, { chat_id: scope.chat_id }, now_s);
  const where = `${scope.type}:${chatIdFor(authorization.chat, actor.id)}`;
  return scope.user_id === undefined ? where : `${where}:${scope.user_id}`;
}
