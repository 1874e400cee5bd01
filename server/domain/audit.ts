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
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** `operator`: an administrator at the command line. `stranger`: a caller who was not signed in. */
export const AUDIT_ORIGINS = ["person", "operator", "stranger"] as const;
export type AuditOrigin = (typeof AUDIT_ORIGINS)[number];

/** Who did something: the id of a person, or one of the other origins. */
export type AuditActor = number | "operator" | "stranger";

export type AuditSubjectKind = "person" | "bot" | "invitation";

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
}

/** One entry of the audit log. */
export interface AuditRecord {
  readonly by: AuditActor;
  readonly action: AuditAction;
  readonly subject?: AuditSubject;
  readonly detail?: AuditDetail;
}
