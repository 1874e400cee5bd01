/** The audit log: its actions, actors, subjects and details. */

export const AUDIT_ACTIONS = [
  "signed_in",
  "sign_in_failed",
  "password_changed",
  "password_reset_made",
  "password_reset_used",
  "person_created",
  "person_suspended",
  "person_restored",
  "owner_made",
  "owner_unmade",
  "sign_up_opened",
  "sign_up_closed",
  "signed_up",
  "developer_console_on",
  "developer_console_off",
  "invitation_made",
  "invitation_used",
  "invitation_revoked",
  "bot_created",
  "bot_edited",
  "bot_token_regenerated",
  "bot_deleted",
  "bot_suspended",
  "bot_restored",
  "chat_created",
  "chat_changed",
  "chat_owner_changed",
  "chat_taken_over",
  "chat_deleted",
  "member_added",
  "member_removed",
  "member_banned",
  "member_unbanned",
  "member_restricted",
  "member_unrestricted",
  "administrator_made",
  "administrator_changed",
  "administrator_unmade",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** `operator`: an administrator at the command line. `stranger`: a caller who was not signed in. */
export const AUDIT_ORIGINS = ["person", "bot", "operator", "stranger"] as const;
export type AuditOrigin = (typeof AUDIT_ORIGINS)[number];

/** Who did something: the id of a person, a bot, or one of the other origins. */
export type AuditActor = number | { readonly bot_id: number } | "operator" | "stranger";

export const AUDIT_SUBJECT_KINDS = ["person", "bot", "invitation", "chat"] as const;
export type AuditSubjectKind = (typeof AUDIT_SUBJECT_KINDS)[number];

export interface AuditSubject {
  readonly kind: AuditSubjectKind;
  readonly id: number;
}

/** The details of an entry. No field can hold a credential. */
export interface AuditDetail {
  /** The name that the client gave its device. */
  readonly device?: string;
  readonly reason?: "wrong password" | "unknown name" | "suspended";
  readonly username?: string;
  readonly makes_owner?: boolean;
  /** The names of the settings that were changed. */
  readonly changed?: readonly string[];
  /** The title of the chat at that time: it may be changed or deleted later. */
  readonly title?: string;
  /** The member whom an action in a chat is about. */
  readonly member_id?: number;
}

/** One entry of the audit log. */
export interface AuditRecord {
  readonly by: AuditActor;
  readonly action: AuditAction;
  readonly subject?: AuditSubject;
  readonly detail?: AuditDetail;
}
