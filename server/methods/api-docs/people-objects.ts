/** Schemas of objects of the user API only. */
import { ABILITIES } from "../../domain/members/abilities.ts";
import type { Schema } from "../engine/fields.ts";
import { bool, int, list, note, object, oneOf, ref, str, time, whole, yes } from "./schema.ts";

/** The name of a refusal, or null if the action is allowed. */
const REASON: Schema = { type: ["string", "null"] };
const MEMBER_STATUS = oneOf(["creator", "administrator", "member", "restricted", "left", "kicked"]);
const DIALECTS = ["native", "telegram"];

/** The schemas by the names that declarations use. */
export const PEOPLE_OBJECTS: Readonly<Record<string, Schema>> = {
  ChatRow: object(["chat", "seq", "read_up_to", "unread_count", "unread_mentions", "settings", "member_count"], {
    chat: ref("Chat"),
    seq: note(int, "The number of the chat's newest event. Events with a higher number are newer than this row."),
    read_up_to: note(int, "The newest message that the person has read, or the newest one when they joined."),
    delivered_up_to: note(
      int,
      "The newest message that a device of the person has received, if it is after `read_up_to`.",
    ),
    others_read_up_to: note(
      int,
      "The newest message that any other member has read; absent in channels and large groups.",
    ),
    others_delivered_up_to: note(
      int,
      "In a private chat, the newest message that a device of the other person has received or that the bot has confirmed, if it is after `others_read_up_to`.",
    ),
    unread_count: int,
    unread_mentions: note(int, "The number of unread messages that mention the person."),
    settings: ref("ChatSettings"),
    member_count: int,
    photo: ref("ChatPhoto"),
    last_message: ref("Message"),
    peer: note(
      whole({ user: ref("User"), status: MEMBER_STATUS }),
      "In a private chat, the other account. `left`: it has not started the chat. `kicked`: it has blocked the person.",
    ),
    member: note(ref("ChatMember"), "The person's own member record."),
    join_request_count: note(
      int,
      "The number of open join requests, for those who may answer them; absent if there are none.",
    ),
    can: ref("Abilities"),
  }),
  Abilities: note(
    whole(Object.fromEntries(ABILITIES.map((ability) => [ability, REASON]))),
    "For each ability the name of its refusal, or null if the person has it.",
  ),
  ChatSettings: object(["is_archived", "is_marked_unread"], {
    is_archived: bool,
    is_marked_unread: note(bool, "Marked by the person; reading removes the mark."),
    muted_until: note(time, "Present while the chat is muted; 2147483647 means forever."),
    draft: ref("SavedDraft"),
  }),
  SavedDraft: object(["text", "date", "version"], {
    text: str,
    entities: list(ref("MessageEntity")),
    reply_to_message: ref("Message"),
    date: time,
    version: note(int, "Grows with each change of the draft of the chat."),
  }),
  ChatPreview: object(["chat", "member_count", "is_member"], {
    chat: ref("Chat"),
    description: str,
    description_entities: note(list(ref("MessageEntity")), "Links and mentions in the text."),
    photo: ref("ChatPhoto"),
    member_count: int,
    is_member: bool,
    creates_join_request: note(yes, "Joining with the link needs approval by an administrator."),
    has_asked: note(yes, "The person has an open join request."),
  }),
  ChatSummary: note(
    object(["type", "title", "member_count"], {
      type: oneOf(["supergroup", "channel"]),
      title: str,
      description: str,
      member_count: int,
    }),
    "The chat of an invite link or invitation, as shown to somebody without an account.",
  ),
  DirectoryChat: object(["chat", "member_count", "is_member"], {
    chat: ref("FoundChat"),
    description: str,
    member_count: int,
    is_member: note(bool, "Whether the person is a member."),
  }),
  FoundChat: object(["id", "type"], {
    id: int,
    type: oneOf(["supergroup", "channel"]),
    title: str,
    username: str,
    photo: ref("ChatPhoto"),
  }),
  Session: whole({
    id: int,
    label: note(str, "The name that the client gave its device."),
    created_at: time,
    seen_at: time,
    expires_at: time,
    client_address: note(
      str,
      "The network address from which it was used last, within five minutes; empty if it is not known.",
    ),
    current: note(bool, "Whether this is the session of the call."),
  }),
  SessionOpened: object(["user"], {
    access_token: note(str, "Shown once. Absent for browsers, which get a cookie instead."),
    user: ref("User"),
  }),
  Profile: object(["user", "about"], {
    user: ref("User"),
    about: str,
    about_entities: note(list(ref("MessageEntity")), "Links and mentions in the text."),
    is_owner: note(bool, "Only for oneself: whether one is an owner of the service."),
    limits: note(ref("MediaLimits"), "Only for oneself."),
    public_url: note(str, "Only for oneself: the public URL of the service, as configured."),
    developer: note(yes, "Only for oneself: the service runs in developer mode."),
    world: note(str, "Only for oneself, in developer mode: the name of the world."),
    description: note(str, "Only for a bot; absent if it has none."),
    description_entities: note(list(ref("MessageEntity")), "Links and mentions in the text."),
    privacy: note(bool, "Only for a bot: whether privacy mode is on."),
    commands: note(list(ref("BotCommand")), "Only for a bot."),
  }),
  MediaLimits: note(
    whole({ photo: int, document: int, video: int, audio: int, voice: int, media_group_file: int }),
    "The largest file of each kind, in bytes.",
  ),
  OwnBot: object(["user", "description", "commands", "privacy", "can_join_groups", "dialect", "service_dialect"], {
    user: ref("User"),
    description: str,
    commands: list(ref("BotCommand")),
    privacy: bool,
    can_join_groups: bool,
    dialect: oneOf(["default", ...DIALECTS]),
    service_dialect: note(oneOf(DIALECTS), "The dialect that `default` stands for."),
    suspended: note(yes, "An owner of the service has suspended the bot."),
  }),
  NewToken: whole({
    bot: ref("OwnBot"),
    token: note(str, "Shown once."),
    base_url: note(str, "The base URL to configure in the bot's library."),
  }),
  ChatBot: whole({
    user: ref("User"),
    gets_all: note(bool, "Whether the bot receives every message of the chat (behaviour.md, section 4)."),
    commands: list(ref("BotCommand")),
  }),
  NewCode: whole({ code: note(str, "Shown once."), link: str, expires_at: time }),
};
