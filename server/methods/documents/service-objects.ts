/** The objects that owners of the service are answered with, spelled out for the documents. */
import { AUDIT_ACTIONS, AUDIT_ORIGINS } from "../../domain/audit.ts";
import type { Schema } from "../fields.ts";
import { bool, int, list, note, object, oneOf, ref, str, time, whole } from "./schema.ts";

const AMOUNT = { count: int, bytes: int };

/** By the names under which declarations refer to them. */
export const SERVICE_OBJECTS: Readonly<Record<string, Schema>> = {
  PersonEntry: object(["user", "is_owner", "created_at", "session_count"], {
    user: ref("User"),
    is_owner: bool,
    created_at: time,
    suspended_at: time,
    seen_at: note(time, "The last call of one of their clients, to within five minutes."),
    session_count: note(int, "Sessions that have not ended."),
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
  ChatEntry: object(["id", "type", "title", "member_count", "created_at"], {
    id: int,
    type: oneOf(["supergroup", "channel"]),
    title: str,
    username: str,
    member_count: int,
    creator: ref("User"),
    created_at: time,
    last_message_date: time,
  }),
  InvitationEntry: object(
    ["id", "makes_owner", "created_at", "expires_at", "state", "max_uses", "use_count", "uses", "chats"],
    {
      id: int,
      created_by: note(ref("User"), "Absent where the operator made it."),
      makes_owner: bool,
      created_at: time,
      expires_at: time,
      state: note(oneOf(["open", "used", "revoked", "expired"]), "`used`: by as many as it is for."),
      max_uses: note(int, "How many people can sign up with it."),
      use_count: note(int, "How many have."),
      uses: note(list(whole({ user: ref("User"), used_at: time })), "Who has, the latest first; at most 20 of them."),
      chats: note(list(whole({ id: int, title: str })), "The groups and channels that it leads into."),
      revoked_at: time,
    },
  ),
  AuditLogEntry: object(["id", "at", "origin", "action", "detail"], {
    id: int,
    at: time,
    origin: note(oneOf(AUDIT_ORIGINS), "`operator`: from the command line. `stranger`: nobody was signed in."),
    actor: ref("User"),
    action: oneOf(AUDIT_ACTIONS),
    subject: object(["kind", "id"], { kind: oneOf(["person", "bot", "invitation"]), id: int, user: ref("User") }),
    detail: object([], {
      device: str,
      reason: oneOf(["wrong password", "unknown name", "suspended"]),
      username: str,
      makes_owner: bool,
      changed: note(list(str), "The names of the settings that were changed."),
    }),
  }),
  StorageUse: whole({
    measured_at: time,
    database_bytes: int,
    files: whole({ ...AMOUNT, kinds: list(whole({ kind: str, ...AMOUNT })) }),
    temporary: note(whole(AMOUNT), "Uploads under way."),
    disk: note(whole({ free_bytes: int, total_bytes: int }), "Of the disk that holds the files."),
  }),
};
