/** The objects of the wire as the documents describe them; method declarations refer to them by name. */
import type { Schema } from "./fields.ts";

function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

export function arrayOfSchema(items: Schema): Schema {
  return { type: "array", items };
}

/** References to the objects that `/openapi.json` spells out. */
export const schemas = {
  User: ref("User"),
  Message: ref("Message"),
  Update: ref("Update"),
  ChatMember: ref("ChatMember"),
  ChatInviteLink: ref("ChatInviteLink"),
  ChatJoinRequest: ref("ChatJoinRequest"),
  ChatFullInfo: ref("ChatFullInfo"),
  File: ref("File"),
  WebhookInfo: ref("WebhookInfo"),
  BotCommand: ref("BotCommand"),
  MessageId: ref("MessageId"),
  True: { type: "boolean", const: true },
  Integer: { type: "integer" },
  String: { type: "string" },
} as const satisfies Record<string, Schema>;
