/** The JSON Schemas of results, for method declarations. `shared/wire` declares the objects of the interface. */
import * as activity from "@heliogram/shared/wire/bot-activity.ts";
import * as fullInfo from "@heliogram/shared/wire/chat-full-info.ts";
import * as chats from "@heliogram/shared/wire/chats.ts";
import * as developer from "@heliogram/shared/wire/developer.ts";
import * as files from "@heliogram/shared/wire/files.ts";
import * as frames from "@heliogram/shared/wire/frames.ts";
import * as markup from "@heliogram/shared/wire/markup.ts";
import * as members from "@heliogram/shared/wire/members.ts";
import * as messages from "@heliogram/shared/wire/messages.ts";
import * as people from "@heliogram/shared/wire/people.ts";
import * as scenarios from "@heliogram/shared/wire/scenarios.ts";
import * as service from "@heliogram/shared/wire/service.ts";
import * as updates from "@heliogram/shared/wire/updates.ts";
import * as users from "@heliogram/shared/wire/users.ts";
import * as worlds from "@heliogram/shared/wire/worlds.ts";
import type { Schema } from "./fields.ts";

/** An object with these members. Those in `optional` may be absent. */
export function objectOfSchema(properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", required, properties };
}

export function arrayOfSchema(items: Schema): Schema {
  return { type: "array", items };
}

/** The schemas by name. A named object is a reference to its definition in `/openapi.json`. */
export const schemas = {
  ...users,
  ...chats,
  ...fullInfo,
  ...members,
  ...messages,
  ...files,
  ...files.FILES,
  ...markup,
  ...updates,
  ...people,
  ...frames,
  ...activity,
  ...service,
  ...developer,
  ...scenarios,
  ...worlds,
  True: { type: "boolean", const: true },
  Integer: { type: "integer" },
  Boolean: { type: "boolean" },
  String: { type: "string" },
} as const;
