/** The JSON Schemas of results, for method declarations. `shared/wire` declares the objects of the interface. */
import * as activity from "@heliogram/shared/wire/bot-activity.ts";
import * as botSettings from "@heliogram/shared/wire/bot-settings.ts";
import * as fullInfo from "@heliogram/shared/wire/chat-full-info.ts";
import * as chats from "@heliogram/shared/wire/chats.ts";
import * as developer from "@heliogram/shared/wire/developer.ts";
import * as files from "@heliogram/shared/wire/files.ts";
import * as frames from "@heliogram/shared/wire/frames.ts";
import * as locations from "@heliogram/shared/wire/locations.ts";
import * as mail from "@heliogram/shared/wire/mail.ts";
import * as markup from "@heliogram/shared/wire/markup.ts";
import * as members from "@heliogram/shared/wire/members.ts";
import * as messages from "@heliogram/shared/wire/messages.ts";
import * as passkeys from "@heliogram/shared/wire/passkeys.ts";
import * as people from "@heliogram/shared/wire/people.ts";
import * as push from "@heliogram/shared/wire/push.ts";
import * as rich from "@heliogram/shared/wire/rich.ts";
import * as reactions from "@heliogram/shared/wire/reactions.ts";
import * as scenarios from "@heliogram/shared/wire/scenarios.ts";
import * as service from "@heliogram/shared/wire/service.ts";
import * as shared from "@heliogram/shared/wire/shared.ts";
import * as topicRows from "@heliogram/shared/wire/topic-rows.ts";
import * as topics from "@heliogram/shared/wire/topics.ts";
import * as updates from "@heliogram/shared/wire/updates.ts";
import * as users from "@heliogram/shared/wire/users.ts";
import * as worlds from "@heliogram/shared/wire/worlds.ts";
import { bool, int, list, str, type Schema, type TypeOf } from "@heliogram/shared/wire/schema.ts";

/** An object with these members. Those in `optional` may be absent. */
export function objectOfSchema<
  const F extends Readonly<Record<string, Schema>>,
  const O extends keyof F & string = never,
>(
  properties: F,
  optional: readonly O[] = [],
): Schema<{ [K in Exclude<keyof F, O>]: TypeOf<F[K]> } & { [K in O]?: TypeOf<F[K]> }> {
  const names: readonly string[] = optional;
  const required = Object.keys(properties).filter((name) => !names.includes(name));
  return { type: "object", required, properties };
}

export { list as arrayOfSchema };

const TRUE: Schema<true> = { type: "boolean", const: true };

/** The schemas by name. A named object is a reference to its definition in `/openapi.json`. */
export const schemas = {
  ...users,
  ...chats,
  ...fullInfo,
  ...members,
  ...messages,
  ...rich,
  ...files,
  ...files.FILES,
  ...locations,
  ...mail,
  ...markup,
  ...topics,
  ...topicRows,
  ...updates,
  ...reactions,
  ...passkeys,
  ...people,
  ...push,
  ...frames,
  ...activity,
  ...botSettings,
  ...service,
  ...shared,
  ...developer,
  ...scenarios,
  ...worlds,
  True: TRUE,
  Integer: int,
  Boolean: bool,
  String: str,
};
