/** The objects that people's clients alone are answered with, spelled out for the documents. */
import { ABILITIES } from "../../domain/members/may.ts";
import type { Schema } from "../fields.ts";
import { bool, int, list, note, object, oneOf, ref, str, time, whole, yes } from "./schema.ts";

/** The name of a refusal, or null where nothing is in the way. */
const REASON: Schema = { type: ["string", "null"] };
const MEMBER_STATUS = oneOf(["creator", "administrator", "member", "restricted", "left", "kicked"]);
const DIALECTS = ["native", "telegram"];

/** By the names under which declarations refer to them. */
export const PEOPLE_OBJECTS: Readonly<Record<string, Schema>> = {
  ChatRow: object(["chat", "seq", "read_up_to", "unread_count", "unread_mentions", "settings", "member_count"], {
    chat: ref("Chat"),
    seq: note(int, "The number of the chat's newest event. Events with a higher number are later than this row."),
    read_up_to: note(int, "The newest message that the person has read, or that was there when they joined."),
    delivered_up_to: note(int, "The newest message that a device of theirs has, where that is past `read_up_to`."),
    others_read_up_to: note(int, "How far any other member has read; absent in large chats."),
    others_delivered_up_to: note(
      int,
      "In a private chat, the newest message that a device of the other person has, past what they have read, or that the bot has taken.",
    ),
    unread_count: int,
    unread_mentions: note(int, "Unread messages that mention the person."),
    settings: ref("ChatSettings"),
    member_count: int,
    photo: ref("ChatPhoto"),
    last_message: ref("Message"),
    peer: note(
      whole({ user: ref("User"), status: MEMBER_STATUS }),
      "In a private chat, the other one. `left`: they have not started the chat. `kicked`: they have blocked the person.",
    ),
    member: note(ref("ChatMember"), "The person's own record."),
    join_request_count: note(int, "Join requests that wait, to those who may answer them; absent if there are none."),
    can: ref("Abilities"),
  }),
  Abilities: note(
    whole(Object.fromEntries(ABILITIES.map((ability) => [ability, REASON]))),
    "For each ability the name of the refusal that the person would meet, or null.",
  ),
  ChatSettings: object(["is_archived", "is_marked_unread"], {
    is_archived: bool,
    is_marked_unread: note(bool, "Marked by the person; reading removes the mark."),
    muted_until: note(time, "Only while the chat is muted; 2147483647 means for good."),
    draft: ref("SavedDraft"),
  }),
  SavedDraft: object(["text", "date"], {
    text: str,
    entities: list(ref("MessageEntity")),
    reply_to_message: ref("Message"),
    date: time,
  }),
  ChatPreview: object(["chat", "member_count", "is_member"], {
    chat: ref("Chat"),
    description: str,
    description_entities: note(list(ref("MessageEntity")), "The links and names in it."),
    photo: ref("ChatPhoto"),
    member_count: int,
    is_member: bool,
    creates_join_request: note(yes, "The link leads to a join request, not into the chat."),
    has_asked: note(yes, "The person's join request waits for an answer."),
  }),
  ChatGlimpse: note(
    object(["type", "title", "member_count"], {
      type: oneOf(["supergroup", "channel"]),
      title: str,
      description: str,
      member_count: int,
    }),
    "What somebody without an account sees of a chat that a link or an invitation leads to.",
  ),
  DirectoryChat: object(["chat", "member_count", "is_member"], {
    chat: ref("FoundChat"),
    description: str,
    member_count: int,
    is_member: note(bool, "Whether the person is in it."),
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
    label: note(str, "What the client called its device."),
    created_at: time,
    seen_at: time,
    expires_at: time,
    current: note(bool, "Whether it is the session of this call."),
  }),
  SessionOpened: object(["user"], {
    access_token: note(str, "Shown once. Browsers get a cookie instead and find no token here."),
    user: ref("User"),
  }),
  Profile: object(["user", "about"], {
    user: ref("User"),
    about: str,
    about_entities: note(list(ref("MessageEntity")), "The links and names in it."),
    is_owner: note(bool, "Of oneself: whether one owns the service."),
    limits: note(ref("MediaLimits"), "Of oneself."),
    public_url: note(str, "Of oneself: the address that the operator named for the service."),
    description: note(str, "Of a bot; absent if it has none."),
    description_entities: note(list(ref("MessageEntity")), "The links and names in it."),
    privacy: note(bool, "Of a bot: whether privacy mode is on."),
    commands: note(list(ref("BotCommand")), "Of a bot."),
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
    service_dialect: note(oneOf(DIALECTS), "What `default` means."),
    suspended: note(yes, "An owner of the service has suspended the bot."),
  }),
  NewToken: whole({
    bot: ref("OwnBot"),
    token: note(str, "Shown once."),
    base_url: note(str, "The address that the bot's library needs."),
  }),
  ChatBot: whole({
    user: ref("User"),
    gets_all: note(bool, "Whether the bot gets every message of the chat (behaviour.md, section 4)."),
    commands: list(ref("BotCommand")),
  }),
  NewCode: whole({ code: note(str, "Shown once."), link: str, expires_at: time }),
};
