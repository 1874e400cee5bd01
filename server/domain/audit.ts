/** What the audit log records: the actions, who does them, what they are done to, and what may be said of them. */

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

/** `operator`: whoever runs the service, from the command line. `stranger`: nobody was signed in. */
export const AUDIT_ORIGINS = ["person", "operator", "stranger"] as const;
export type AuditOrigin = (typeof AUDIT_ORIGINS)[number];

/** Who did something: a person, by id, or one of the others. */
export type Author = number | "operator" | "stranger";

export type AuditSubjectKind = "person" | "bot" | "invitation";

export interface AuditSubject {
  readonly kind: AuditSubjectKind;
  readonly id: number;
}

/** All that an entry may say besides: there is no room for a credential. */
export interface AuditDetail {
  /** What a client calls the device it runs on. */
  readonly device?: string;
  readonly reason?: "wrong password" | "unknown name" | "suspended";
  readonly username?: string;
  readonly makes_owner?: boolean;
  /** The names of the settings that were changed. */
  readonly changed?: readonly string[];
}

/** One thing that was done. */
export interface AuditNote {
  readonly by: Author;
  readonly action: AuditAction;
  readonly subject?: AuditSubject;
  readonly detail?: AuditDetail;
}
