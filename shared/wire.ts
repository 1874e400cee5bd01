/** The types of the JSON objects of the bot API and the user API. The modules in `wire/` declare their schemas. */
export type { ButtonStyle } from "./buttons.ts";
export type { UpdateKind } from "./updates.ts";
export type * from "./wire/bot-activity.ts";
export type * from "./wire/chat-full-info.ts";
export type * from "./wire/chats.ts";
export type * from "./wire/developer.ts";
export type * from "./wire/files.ts";
export type * from "./wire/frames.ts";
export type * from "./wire/markup.ts";
export type * from "./wire/members.ts";
export type * from "./wire/messages.ts";
export type * from "./wire/people.ts";
export type * from "./wire/rich.ts";
export type * from "./wire/scenarios.ts";
export type * from "./wire/service.ts";
export type * from "./wire/updates.ts";
export type * from "./wire/users.ts";
export type * from "./wire/worlds.ts";
