/** Schemas of the objects for owners of the service. */
import { AUDIT_ACTIONS, AUDIT_ORIGINS, AUDIT_SUBJECT_KINDS } from "../../domain/audit.ts";
import type { Schema } from "../engine/fields.ts";
import { bool, int, list, note, object, oneOf, ref, str, time, whole } from "./schema.ts";

const AMOUNT = { count: int, bytes: int };

/** The schemas by the names that declarations use. */
export const SERVICE_OBJECTS: Readonly<Record<string, Schema>> = {
  PersonEntry: object(["user", "is_owner", "created_at", "session_count"], {
    user: ref("User"),
    is_owner: bool,
    created_at: time,
    suspended_at: time,
    seen_at: note(time, "The time of the last call of one of their clients, accurate to five minutes."),
    session_count: note(int, "The number of sessions that have not ended."),
  }),
  BotEntry: object(["user", "created_at", "has_webhook", "pending_update_count"], {
    user: ref("User"),
    owner: ref("User"),
    created_at: time,
    suspended_at: time,
    has_webhook: bool,
    pending_update_count: int,
    last_error_date: time,
    last_error_message: str,
  }),
  ChatEntry: object(["id", "type", "title", "member_count", "created_at", "is_abandoned"], {
    id: int,
    type: oneOf(["supergroup", "channel"]),
    title: str,
    username: str,
    member_count: int,
    creator: ref("User"),
    created_at: time,
    is_abandoned: note(bool, "Whether the creator has left or is suspended."),
    last_message_date: time,
  }),
  InvitationEntry: object(
    ["id", "makes_owner", "created_at", "expires_at", "state", "max_uses", "use_count", "uses", "chats"],
    {
      id: int,
      created_by: note(ref("User"), "Absent if the operator created it."),
      makes_owner: bool,
      created_at: time,
      expires_at: time,
      state: note(oneOf(["open", "used", "revoked", "expired"]), "`used`: `use_count` has reached `max_uses`."),
      max_uses: note(int, "How many people can sign up with it."),
      use_count: note(int, "How many people have signed up with it."),
      uses: note(
        list(whole({ user: ref("User"), used_at: time })),
        "The people who signed up with it, the latest first; at most 20.",
      ),
      chats: note(list(whole({ id: int, title: str })), "The groups and channels that people join with it."),
      revoked_at: time,
    },
  ),
  AuditLogEntry: object(["id", "at", "origin", "action", "detail"], {
    id: int,
    at: time,
    origin: note(
      oneOf(AUDIT_ORIGINS),
      "`operator`: from the command line. `stranger`: a caller who was not signed in.",
    ),
    actor: ref("User"),
    action: oneOf(AUDIT_ACTIONS),
    subject: object(["kind", "id"], {
      kind: oneOf(AUDIT_SUBJECT_KINDS),
      id: int,
      user: ref("User"),
      title: note(str, "Of a chat: the one that it had then."),
    }),
    member: note(ref("User"), "The member whom an action in a chat is about."),
    client_address: note(str, "The network address of the caller, if it is known."),
    detail: object([], {
      device: str,
      reason: oneOf(["wrong password", "unknown name", "suspended"]),
      username: str,
      makes_owner: bool,
      changed: note(list(str), "The names of the settings that were changed."),
    }),
  }),
  DeveloperConsole: object(["on", "node_count"], {
    on: bool,
    since: note(time, "When it was turned on."),
    node_count: note(int, "Live nodes. Each records what it has itself answered and delivered."),
  }),
  StorageUse: whole({
    measured_at: time,
    database_bytes: int,
    files: whole({ ...AMOUNT, kinds: list(whole({ kind: str, ...AMOUNT })) }),
    temporary: note(whole(AMOUNT), "Unfinished uploads."),
    disk: note(whole({ free_bytes: int, total_bytes: int }), "Of the disk that holds the files."),
  }),
};
