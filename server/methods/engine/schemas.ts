/** References to the JSON Schemas of API objects, for method declarations. The documents define the schemas. */
import type { Schema } from "./fields.ts";

function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

/** An object with these members. Those in `optional` may be absent. */
export function objectOfSchema(properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", required, properties };
}

export function arrayOfSchema(items: Schema): Schema {
  return { type: "array", items };
}

/** References to the objects that `/openapi.json` defines. */
export const schemas = {
  User: ref("User"),
  Message: ref("Message"),
  Update: ref("Update"),
  ChatMember: ref("ChatMember"),
  ChatInviteLink: ref("ChatInviteLink"),
  ChatJoinRequest: ref("ChatJoinRequest"),
  ChatFullInfo: ref("ChatFullInfo"),
  File: ref("File"),
  UserProfilePhotos: ref("UserProfilePhotos"),
  WebhookInfo: ref("WebhookInfo"),
  BotCommand: ref("BotCommand"),
  MessageId: ref("MessageId"),
  ChatEvent: ref("ChatEvent"),
  ChatRow: ref("ChatRow"),
  SavedDraft: ref("SavedDraft"),
  ChatPreview: ref("ChatPreview"),
  ChatSummary: ref("ChatSummary"),
  DirectoryChat: ref("DirectoryChat"),
  FoundChat: ref("FoundChat"),
  Session: ref("Session"),
  SessionOpened: ref("SessionOpened"),
  Profile: ref("Profile"),
  OwnBot: ref("OwnBot"),
  BotActivity: ref("BotActivity"),
  DeveloperConsole: ref("DeveloperConsole"),
  NewToken: ref("NewToken"),
  ChatBot: ref("ChatBot"),
  NewCode: ref("NewCode"),
  PersonEntry: ref("PersonEntry"),
  BotEntry: ref("BotEntry"),
  ChatEntry: ref("ChatEntry"),
  InvitationEntry: ref("InvitationEntry"),
  AuditLogEntry: ref("AuditLogEntry"),
  StorageUse: ref("StorageUse"),
  Finding: ref("Finding"),
  Fault: ref("Fault"),
  RecordedCall: ref("RecordedCall"),
  CallFile: ref("CallFile"),
  RecordedUpdate: ref("RecordedUpdate"),
  WebhookAttempt: ref("WebhookAttempt"),
  Scenario: ref("Scenario"),
  Replay: ref("Replay"),
  True: { type: "boolean", const: true },
  Integer: { type: "integer" },
  Boolean: { type: "boolean" },
  String: { type: "string" },
} as const satisfies Record<string, Schema>;
