/** What a bot sets about itself. */
import { RIGHTS } from "../permissions.ts";
import { bool, each, named, note, object, oneOf, optional, str, type TypeOf } from "./schema.ts";

export const BotName = named("BotName", object({ name: str }));
export const BotDescription = named("BotDescription", object({ description: str }));
export const BotShortDescription = named("BotShortDescription", object({ short_description: str }));

export const ChatAdministratorRights = named(
  "ChatAdministratorRights",
  note(
    object({ is_anonymous: bool, ...each(RIGHTS, optional(bool)) }),
    "A right that does not exist in the type of chat is absent.",
  ),
);
export type ChatAdministratorRights = TypeOf<typeof ChatAdministratorRights>;

export const MenuButton = named("MenuButton", object({ type: oneOf(["commands", "default"]) }));
