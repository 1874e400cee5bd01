/** Updates of bots, and their webhook. */
import type { UpdateKind } from "../updates.ts";
import { Chat } from "./chats.ts";
import { ChatJoinRequest, ChatMemberUpdated } from "./members.ts";
import { Message } from "./messages.ts";
import { MessageReactionCountUpdated, MessageReactionUpdated } from "./reactions.ts";
import { bool, constant, int, list, named, object, optional, optionals, str, time, type TypeOf } from "./schema.ts";
import { User } from "./users.ts";

export const CallbackQuery = named(
  "CallbackQuery",
  object({ id: str, from: User, message: Message, chat_instance: str, data: str }),
);
export type CallbackQuery = TypeOf<typeof CallbackQuery>;

export const MessageGenerationStopped = named(
  "MessageGenerationStopped",
  object({ chat: Chat, message_thread_id: optional(int), draft_id: int }),
);
export type MessageGenerationStopped = TypeOf<typeof MessageGenerationStopped>;

/** The object of an update of each kind. */
const CONTENTS = {
  message: Message,
  edited_message: Message,
  channel_post: Message,
  edited_channel_post: Message,
  callback_query: CallbackQuery,
  my_chat_member: ChatMemberUpdated,
  chat_member: ChatMemberUpdated,
  chat_join_request: ChatJoinRequest,
  stopped_message_generation: MessageGenerationStopped,
  message_reaction: MessageReactionUpdated,
  message_reaction_count: MessageReactionCountUpdated,
} satisfies Record<UpdateKind, unknown>;

/** It has one field besides `update_id`. */
export const Update = named("Update", object({ update_id: int, ...optionals(CONTENTS) }));
export type Update = TypeOf<typeof Update>;

export const WebhookInfo = named(
  "WebhookInfo",
  object({
    url: str,
    has_custom_certificate: bool,
    pending_update_count: int,
    ip_address: optional(str),
    max_connections: optional(int),
    allowed_updates: optional(list(str)),
    last_error_date: optional(time),
    last_error_message: optional(str),
    expired_update_count: optional(
      int,
      "The number of updates that were dropped because they were not delivered within 24 hours.",
    ),
  }),
);

/** The answer to a call that fails. */
export const Error = named(
  "Error",
  object({
    ok: constant(false),
    error_code: int,
    description: str,
    reason: optional(str, "The name of the refusal. In the user API only."),
    trace_id: str,
    parameters: optional(object({ retry_after: optional(int) })),
  }),
);
