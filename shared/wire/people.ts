/** Objects of the user API only. */
import { SIGN_IN_WAYS } from "../sign-in.ts";
import { ABILITIES } from "../abilities.ts";
import { BOT_TOPICS } from "../topics.ts";
import { Chat, FoundChat } from "./chats.ts";
import { ChatMember, memberStatus } from "./members.ts";
import { Message, MessageEntity } from "./messages.ts";
import { groupOrChannel, reason } from "./parts.ts";
import { PasskeyRequest, PasskeySetup } from "./passkeys.ts";
import { bool, each, int, list, named, note, object, oneOf, optional, str, time, yes, type TypeOf } from "./schema.ts";
import { BotCommand, ChatPhoto, User } from "./users.ts";

const entities = optional(list(MessageEntity), "Links and mentions in the text.");

export const SavedDraft = named(
  "SavedDraft",
  object({
    text: str,
    entities: optional(list(MessageEntity)),
    reply_to_message: optional(Message, "Absent if the message was deleted since."),
    date: note(time, "When it was last changed."),
    version: note(int, "Grows with each change of the draft of the chat or topic."),
  }),
);
export type SavedDraft = TypeOf<typeof SavedDraft>;

/** A person's own settings of a chat in their list. */
export const ChatSettings = named(
  "ChatSettings",
  object({
    is_archived: bool,
    is_marked_unread: note(bool, "Marked by the person; reading removes the mark."),
    muted_until: optional(time, "Present while the chat is muted; 2147483647 means forever."),
    draft: optional(SavedDraft),
  }),
);
export type ChatSettings = TypeOf<typeof ChatSettings>;

export const Abilities = named(
  "Abilities",
  note(object(each(ABILITIES, reason)), "For each ability the name of its refusal, or null if the person has it."),
);

export const ChatRow = named(
  "ChatRow",
  object({
    chat: Chat,
    seq: note(int, "The number of the chat's newest event. Events with a higher number are newer than this row."),
    read_up_to: note(int, "The newest message that the person has read, or the newest one when they joined."),
    delivered_up_to: optional(
      int,
      "The newest message that a device of the person has received, if it is after `read_up_to`.",
    ),
    others_read_up_to: optional(
      int,
      "The newest message that any other member has read; absent in channels and large groups.",
    ),
    others_delivered_up_to: optional(
      int,
      "In a private chat, the newest message that a device of the other person has received or that the bot has confirmed, if it is after `others_read_up_to`.",
    ),
    unread_count: int,
    unread_mentions: note(int, "The number of unread messages that mention the person."),
    unread_reactions: optional(
      int,
      "The number of the person's messages with reactions that they have not seen; absent if there are none.",
    ),
    settings: ChatSettings,
    member_count: int,
    photo: optional(ChatPhoto),
    last_message: optional(Message),
    peer: optional(
      object({
        user: User,
        status: memberStatus,
        has_topics: optional(yes, "It is a bot whose private chats have topics."),
      }),
      "In a private chat, the other account. `left`: it has not started the chat. `kicked`: it has blocked the person.",
    ),
    member: optional(ChatMember, "The person's own member record."),
    join_request_count: optional(
      int,
      "The number of open join requests, for those who may answer them; absent if there are none.",
    ),
    muted_topics: optional(list(int), "The topics that the person has muted; absent if there are none."),
    can: optional(Abilities),
  }),
);

export const ChatPreview = named(
  "ChatPreview",
  object({
    chat: Chat,
    description: optional(str),
    description_entities: entities,
    photo: optional(ChatPhoto),
    member_count: int,
    is_member: bool,
    creates_join_request: optional(yes, "Joining with the link needs approval by an administrator."),
    has_asked: optional(yes, "The person has an open join request."),
  }),
);

export const ChatSummary = named(
  "ChatSummary",
  note(
    object({ type: groupOrChannel, title: str, description: optional(str), member_count: int }),
    "The chat of an invite link or invitation, as shown to somebody without an account.",
  ),
);
export type ChatSummary = TypeOf<typeof ChatSummary>;

/** A public group or channel in the directory. */
export const DirectoryChat = named(
  "DirectoryChat",
  object({
    chat: FoundChat,
    description: optional(str),
    member_count: int,
    is_member: note(bool, "Whether the person is a member."),
  }),
);
export type DirectoryChat = TypeOf<typeof DirectoryChat>;

export const Session = named(
  "Session",
  object({
    id: int,
    label: note(str, "The name that the client gave its device, or what its header User-Agent tells."),
    created_at: time,
    seen_at: time,
    expires_at: time,
    client_address: note(
      str,
      "The network address from which it was used last, within five minutes; empty if it is not known.",
    ),
    way: optional(oneOf(SIGN_IN_WAYS), "How it was opened; absent for sessions of earlier versions."),
    current: note(bool, "Whether this is the session of the call."),
  }),
);

export const SessionOpened = named(
  "SessionOpened",
  object({
    access_token: optional(str, "Shown once. Absent for browsers, which get a cookie instead."),
    user: User,
    second_factor: optional(
      object({
        challenge: note(str, "For signInSecondFactor."),
        expires_at: time,
        app: optional(yes, "The person has an authenticator app. A recovery code does in any case."),
        passkey: optional(PasskeyRequest, "Present if a passkey does: what the browser asks for it with."),
      }),
      "Present in place of a session if the person signs in with a second factor.",
    ),
    enrolment: optional(
      object({ token: note(str, "For beginEnrolment and confirmEnrolment."), expires_at: time }),
      "Present in place of a session if the person must have a second factor, and has to set one up.",
    ),
    recovery_codes: optional(list(str), "Of confirmEnrolment. Shown once."),
  }),
);

export type SessionOpened = TypeOf<typeof SessionOpened>;

export const SecondFactor = named(
  "SecondFactor",
  object({
    app_since: optional(time, "When the authenticator app was set up; absent without one."),
    passkeys: note(int, "How many passkeys the person has. Each is a second factor."),
    recovery_codes_left: int,
    is_required: optional(yes, "The person must have a second factor, and cannot remove the last one."),
    due_at: optional(time, "Until when the person has to set it up; then their sessions end. Absent if they have one."),
  }),
);

const APP_SETUP = {
  secret: note(str, "In base32, for an app that reads no QR code. Shown once."),
  address: note(str, "What a QR code gives to the app."),
  setup: note(str, "For setSecondFactor, or confirmEnrolment with a code."),
  expires_at: time,
};

export const SecondFactorSetup = named("SecondFactorSetup", object(APP_SETUP));

export const EnrolmentSetup = named(
  "EnrolmentSetup",
  object({
    ...APP_SETUP,
    passkey: optional(PasskeySetup, "Present where the service has passkeys: what the browser makes one with."),
  }),
);

export const ShownDeviceCode = named(
  "ShownDeviceCode",
  object({
    code: note(str, "What the address in the QR code has after the #. Shown once."),
    expires_at: time,
  }),
);

export const DeviceCode = named(
  "DeviceCode",
  object({
    state: note(
      oneOf(["none", "shown", "claimed", "confirmed", "refused"]),
      "`none`: this session has no code that is valid. `claimed`: a device waits for the answer.",
    ),
    expires_at: optional(time),
    device: optional(
      object({
        number: note(str, "Four digits, which the device shows as well."),
        label: note(str, "What the device says it is, which proves nothing."),
        client_address: note(str, "Its network address; empty if it is not known."),
        proof: optional(
          object({
            password: optional(yes, "The password of the person."),
            second_factor: optional(
              object({
                challenge: note(str, "For a passkey."),
                app: optional(yes, "The person has an authenticator app. A recovery code does in any case."),
                passkey: optional(PasskeyRequest, "Present if a passkey does: what the browser asks for it with."),
              }),
            ),
          }),
          "What confirmDevice needs, while the device waits; absent if it needs nothing else.",
        ),
      }),
      "The device that has claimed the code.",
    ),
  }),
);

export type DeviceCode = TypeOf<typeof DeviceCode>;

export const DeviceClaim = named(
  "DeviceClaim",
  object({
    claim: note(str, "For signInDevice. Shown once."),
    number: note(str, "Four digits, which the session shows as well."),
    expires_at: note(time, "When the device can be confirmed no more."),
  }),
);

export const DeviceSignIn = named(
  "DeviceSignIn",
  object({
    waiting: optional(bool, "`true` while there is no answer: the device calls again."),
    access_token: optional(str, "Shown once. Absent for browsers, which get a cookie instead."),
    user: optional(User),
  }),
);

export const MediaLimits = named(
  "MediaLimits",
  note(
    object({
      photo: int,
      document: int,
      video: int,
      audio: int,
      voice: int,
      media_group_file: note(int, "In an album, for every kind except photos."),
    }),
    "The largest file of each kind, in bytes.",
  ),
);
export type MediaLimits = TypeOf<typeof MediaLimits>;

export const Profile = named(
  "Profile",
  object({
    user: User,
    about: str,
    about_entities: entities,
    is_owner: optional(bool, "Only for oneself: whether one is an owner of the service."),
    reaction_notices: optional(bool, "Only for oneself: whether one is notified of reactions to one's messages."),
    has_password: optional(yes, "Only for oneself: the person has a password."),
    has_push: optional(yes, "Only for oneself: a device gets pushes, so pages report that they are looked at."),
    second_factor_due: optional(
      time,
      "Only for oneself: until when one has to set up a second factor; then one's sessions end. Absent if one has one.",
    ),
    limits: optional(MediaLimits, "Only for oneself."),
    link_previews: optional(yes, "Only for oneself: the service makes previews of links."),
    public_url: optional(str, "Only for oneself: the public URL of the service, as configured."),
    developer: optional(yes, "Only for oneself: the service runs in developer mode."),
    world: optional(str, "Only for oneself, in developer mode: the name of the world."),
    description: optional(str, "Only for a bot; absent if it has none."),
    description_entities: entities,
    privacy: optional(bool, "Only for a bot: whether privacy mode is on."),
    commands: optional(list(BotCommand), "Only for a bot."),
  }),
);

const DIALECTS = ["native", "telegram"] as const;

/** A bot as shown to its owner. */
export const OwnBot = named(
  "OwnBot",
  object({
    user: User,
    description: str,
    short_description: str,
    commands: note(list(BotCommand), "The default commands, for everybody without a more specific list."),
    privacy: bool,
    can_join_groups: bool,
    topics: note(
      oneOf(BOT_TOPICS),
      "Whether its private chats have topics: `bot`, the bot creates them; `people`, people do too.",
    ),
    dialect: oneOf(["default", ...DIALECTS]),
    service_dialect: note(oneOf(DIALECTS), "The dialect that `default` stands for."),
    suspended: optional(yes, "An owner of the service has suspended the bot."),
  }),
);
export type OwnBot = TypeOf<typeof OwnBot>;

export const NewToken = named(
  "NewToken",
  object({
    bot: OwnBot,
    token: note(str, "Shown once."),
    base_url: note(str, "The base URL to configure in the bot's library."),
  }),
);

export const ChatBot = named(
  "ChatBot",
  object({
    user: User,
    gets_all: note(bool, "Whether the bot receives every message of the chat (behaviour.md, section 4)."),
    commands: list(BotCommand),
    menu_button: optional(
      oneOf(["commands"]),
      "In a private chat, if the bot has set a menu button with its commands.",
    ),
  }),
);

export const SignInProvider = named(
  "SignInProvider",
  object({ id: str, label: note(str, "The words of its button.") }),
);
export type SignInProvider = TypeOf<typeof SignInProvider>;

export const ConnectedProvider = named(
  "ConnectedProvider",
  object({
    provider: SignInProvider,
    identity: optional(
      object({
        email: optional(str, "The verified address that the provider named last."),
        connected_at: time,
        used_at: note(int, "The last sign-in with it, in Unix seconds."),
      }),
      "The person's account there. Absent: none is connected.",
    ),
  }),
);
export type ConnectedProvider = TypeOf<typeof ConnectedProvider>;

export const NewCode = named("NewCode", object({ code: note(str, "Shown once."), link: str, expires_at: time }));
