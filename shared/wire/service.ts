/** The objects of the API for owners of the service. */
import { AUDIT_ACTIONS, AUDIT_ORIGINS, AUDIT_SUBJECT_KINDS, SIGN_IN_FAULTS } from "../audit.ts";
import { PROVIDER_FAULTS } from "../provider-faults.ts";
import { FACTOR_SCOPES } from "../second-factor.ts";
import { groupOrChannel } from "./parts.ts";
import { bool, int, list, named, note, object, oneOf, optional, str, time, type TypeOf, yes } from "./schema.ts";
import { User } from "./users.ts";

const AMOUNT = { count: int, bytes: int };

export const PersonEntry = named(
  "PersonEntry",
  object({
    user: User,
    is_owner: bool,
    created_at: time,
    suspended_at: optional(time),
    seen_at: optional(time, "The time of the last call of one of their clients, accurate to five minutes."),
    session_count: note(int, "The number of sessions that have not ended."),
    has_second_factor: optional(yes, "The person signs in with a second factor."),
  }),
);
export type PersonEntry = TypeOf<typeof PersonEntry>;

export const SecondFactorRule = named(
  "SecondFactorRule",
  object({
    required_of: note(oneOf(FACTOR_SCOPES), "Who must have a second factor to sign in with a password."),
    due_at: optional(time, "When sessions end of those who must have one and have none."),
    people_without: note(int, "People who have a password and no second factor."),
    owners_without: note(int, "The same of owners of the service."),
  }),
);
export type SecondFactorRule = TypeOf<typeof SecondFactorRule>;

export const BotEntry = named(
  "BotEntry",
  object({
    user: User,
    owner: optional(User),
    created_at: time,
    suspended_at: optional(time),
    has_webhook: bool,
    pending_update_count: int,
    last_error_date: optional(time),
    last_error_message: optional(str),
  }),
);
export type BotEntry = TypeOf<typeof BotEntry>;

export const ChatEntry = named(
  "ChatEntry",
  object({
    id: int,
    type: groupOrChannel,
    title: str,
    username: optional(str),
    member_count: int,
    creator: optional(User),
    created_at: time,
    is_abandoned: note(
      bool,
      "Whether the creator has left or is suspended: then owners of the service may take it over or delete it.",
    ),
    last_message_date: optional(time),
  }),
);
export type ChatEntry = TypeOf<typeof ChatEntry>;

export const InvitationEntry = named(
  "InvitationEntry",
  object({
    id: int,
    created_by: optional(User, "Absent if the operator created it."),
    makes_owner: bool,
    created_at: time,
    expires_at: time,
    state: note(oneOf(["open", "used", "revoked", "expired"]), "`used`: `use_count` has reached `max_uses`."),
    max_uses: note(int, "How many people can sign up with it."),
    use_count: note(int, "How many people have signed up with it."),
    uses: note(
      list(object({ user: User, used_at: time })),
      "The people who signed up with it, the latest first; at most 20.",
    ),
    chats: note(list(object({ id: int, title: str })), "The groups and channels that people join with it."),
    revoked_at: optional(time),
    address: optional(str, "Where it was mailed to, while it is open."),
    mailed_at: optional(time, "When it was mailed last."),
  }),
);
export type InvitationEntry = TypeOf<typeof InvitationEntry>;

export const AuditLogEntry = named(
  "AuditLogEntry",
  object({
    id: int,
    at: time,
    origin: note(oneOf(AUDIT_ORIGINS), "`operator`: from the command line. `stranger`: an anonymous client."),
    actor: optional(User),
    action: oneOf(AUDIT_ACTIONS),
    subject: optional(
      object({
        kind: oneOf(AUDIT_SUBJECT_KINDS),
        id: int,
        user: optional(User),
        title: optional(str, "Of a chat: the one that it had then."),
      }),
    ),
    member: optional(User, "The member whom an action in a chat is about."),
    client_address: optional(str, "The network address of the caller, if it is known."),
    detail: object({
      device: optional(str),
      reason: optional(oneOf([...SIGN_IN_FAULTS, ...PROVIDER_FAULTS])),
      required_of: optional(oneOf(FACTOR_SCOPES)),
      provider: optional(str, "The id of the OpenID provider by which it happened."),
      username: optional(str),
      makes_owner: optional(bool),
      changed: optional(list(str), "The names of the settings that were changed."),
    }),
  }),
);
export type AuditLogEntry = TypeOf<typeof AuditLogEntry>;

/** Whether owners read what bots send and receive. */
export const DeveloperConsole = named(
  "DeveloperConsole",
  object({
    on: bool,
    since: optional(time, "When it was turned on."),
    node_count: note(int, "Live nodes. Each records what it has itself answered and delivered."),
  }),
);
export type DeveloperConsole = TypeOf<typeof DeveloperConsole>;

const period = (unit: string, what: string) => optional(int, `${unit} ${what}. Absent: off.`);

export const ServiceRetention = named(
  "ServiceRetention",
  object({
    messages_days: period("Days after which messages are deleted,", "in chats without a period of their own"),
    media_days: period("Days after which messages with a file are deleted,", "in chats without a period of their own"),
    updates_hours: optional(int, "Hours after which updates that a bot has not fetched are deleted. Absent: 24."),
    audit_days: optional(int, "Days that entries of the audit log are kept. Absent: as the operator has set."),
    chat_min_days: optional(int, "The shortest period that owners of chats may choose. Absent: they choose none."),
    chat_max_days: optional(int, "The longest one. Absent: the period of the service, or any."),
  }),
);
export type ServiceRetention = TypeOf<typeof ServiceRetention>;

const days = (what: string) => optional(int, `${what}, in days; 0 for no end. Absent: as the service says.`);

export const ChatRetention = named(
  "ChatRetention",
  object({
    messages_days: days("The chat's own period of messages"),
    media_days: days("The chat's own period of messages with a file"),
    is_by_service: note(
      bool,
      "Whether an owner of the service has set them: the owner of the chat cannot change them.",
    ),
    effective: note(
      object({ messages_days: optional(int), media_days: optional(int) }),
      "The periods that apply, in days; absent where messages are kept.",
    ),
    bounds: optional(
      object({ min_days: int, max_days: optional(int) }),
      "What the owner of the chat may choose for messages. Absent: nothing.",
    ),
  }),
);
export type ChatRetention = TypeOf<typeof ChatRetention>;

export const RetentionPreview = named(
  "RetentionPreview",
  object({
    chats: note(int, "In which messages would be deleted."),
    messages: int,
    files: note(int, "That nothing else shows."),
    bytes: note(int, "Of these files."),
    updates: note(int, "Updates of bots, where their period is shorter than 24 hours."),
    audit_entries: int,
    is_partial: note(bool, "Whether counting has ended after a million messages: there is more."),
  }),
);
export type RetentionPreview = TypeOf<typeof RetentionPreview>;

export const HoldEntry = named(
  "HoldEntry",
  object({
    chat: optional(
      object({ id: int, title: str }),
      "The held group or channel; its title is empty once it is deleted.",
    ),
    user: optional(User, "The held person."),
    reason: str,
    at: note(time, "When it was set."),
  }),
);
export type HoldEntry = TypeOf<typeof HoldEntry>;

export const ArchiveLink = named(
  "ArchiveLink",
  object({
    path: note(str, "Below the address of the service; to be read with GET, by the caller of the method alone."),
    expires_at: note(time, "When a download can no longer begin."),
  }),
);
export type ArchiveLink = TypeOf<typeof ArchiveLink>;

export const StorageUse = named(
  "StorageUse",
  object({
    measured_at: time,
    database_bytes: int,
    files: note(
      object({ ...AMOUNT, kinds: list(object({ kind: str, ...AMOUNT })) }),
      "All stored files by kind; `previews` are thumbnails, smaller sizes, and files that nothing refers to any more.",
    ),
    temporary: note(object(AMOUNT), "Unfinished uploads and their remains."),
    disk: note(object({ free_bytes: int, total_bytes: int }), "Of the disk that holds the files."),
  }),
);
export type StorageUse = TypeOf<typeof StorageUse>;
