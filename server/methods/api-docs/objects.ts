/** The schemas of all objects that declarations refer to by name. */
import { UPDATE_KINDS } from "@heliogram/shared/wire.ts";
import type { Schema } from "../engine/fields.ts";
import { BOT_ACTIVITY_OBJECTS } from "./bot-activity-objects.ts";
import { CHAT_OBJECTS } from "./chat-objects.ts";
import { DEVELOPER_OBJECTS } from "./developer-objects.ts";
import { FRAME_OBJECTS } from "./frames.ts";
import { MESSAGE_OBJECTS } from "./message-objects.ts";
import { PEOPLE_OBJECTS } from "./people-objects.ts";
import { bool, int, list, note, object, ref, str, time, whole } from "./schema.ts";
import { SERVICE_OBJECTS } from "./service-objects.ts";

/** Objects of the bot API only. */
const BOT_OBJECTS: Readonly<Record<string, Schema>> = {
  CallbackQuery: object(["id", "from", "chat_instance"], {
    id: str,
    from: ref("User"),
    message: ref("Message"),
    chat_instance: str,
    data: str,
  }),
  Update: object(["update_id"], {
    update_id: int,
    ...Object.fromEntries(UPDATE_KINDS.map((kind) => [kind, ref(objectOfKind(kind))])),
  }),
  WebhookInfo: object(["url", "has_custom_certificate", "pending_update_count"], {
    url: str,
    has_custom_certificate: bool,
    pending_update_count: int,
    ip_address: str,
    max_connections: int,
    allowed_updates: list(str),
    last_error_date: time,
    last_error_message: str,
    expired_update_count: note(
      int,
      "The number of updates that were dropped because they were not delivered within 24 hours.",
    ),
  }),
  BotCommand: whole({ command: str, description: str }),
  Error: object(["ok", "error_code", "description", "trace_id"], {
    ok: { const: false },
    error_code: int,
    description: str,
    reason: note(str, "The name of the refusal. In the user API only."),
    trace_id: str,
    parameters: object([], { retry_after: int }),
  }),
};

/** The schemas by the names that declarations use. */
export const OBJECTS: Readonly<Record<string, Schema>> = {
  ...CHAT_OBJECTS,
  ...MESSAGE_OBJECTS,
  ...BOT_OBJECTS,
  ...PEOPLE_OBJECTS,
  ...BOT_ACTIVITY_OBJECTS,
  ...SERVICE_OBJECTS,
  ...DEVELOPER_OBJECTS,
  ...FRAME_OBJECTS,
};

function objectOfKind(kind: string): string {
  if (kind === "callback_query") return "CallbackQuery";
  if (kind === "chat_join_request") return "ChatJoinRequest";
  return kind.endsWith("chat_member") ? "ChatMemberUpdated" : "Message";
}
