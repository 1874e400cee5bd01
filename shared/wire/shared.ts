/** Service messages about what a person has shared by a button of a keyboard, and about live locations that met. */
import { RIGHTS } from "../permissions.ts";
import { FoundChat } from "./chats.ts";
import { PhotoSize } from "./files.ts";
import { bool, each, int, list, named, note, object, optional, str, yes, type TypeOf } from "./schema.ts";
import { User } from "./users.ts";

const WISH = "If the button asked for it; people see it always.";

export const SharedUser = named(
  "SharedUser",
  object({
    user_id: int,
    first_name: optional(str, WISH),
    last_name: optional(str, WISH),
    username: optional(str, WISH),
    photo: optional(list(PhotoSize), "If the button asked for it."),
  }),
);
export type SharedUser = TypeOf<typeof SharedUser>;

export const UsersShared = named(
  "UsersShared",
  object({
    request_id: int,
    users: list(SharedUser),
    user_ids: note(list(int), "An older form of `users`."),
  }),
);
export type UsersShared = TypeOf<typeof UsersShared>;

export const UserShared = named("UserShared", object({ request_id: int, user_id: int }));

export const ChatShared = named(
  "ChatShared",
  object({
    request_id: int,
    chat_id: int,
    title: optional(str, WISH),
    username: optional(str, WISH),
    photo: optional(list(PhotoSize), "If the button asked for it."),
  }),
);
export type ChatShared = TypeOf<typeof ChatShared>;

export const ProximityAlertTriggered = named(
  "ProximityAlertTriggered",
  object({
    traveler: note(User, "Who has come near."),
    watcher: note(User, "Whose live location has the radius."),
    distance: note(int, "Metres."),
  }),
);

export const SharableChat = named(
  "SharableChat",
  object({
    chat: FoundChat,
    adds_bot: optional(yes, "The bot is to be added to the chat before (`addMember`)."),
    grants_rights: optional(
      object(each(RIGHTS, bool)),
      "The rights that the bot is to be given before (`promoteChatMember`), with those that it has.",
    ),
  }),
);
export type SharableChat = TypeOf<typeof SharableChat>;
