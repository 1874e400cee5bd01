/** The audit log: its actions, the origins of their callers, and the kinds of their subjects. */

export const AUDIT_ACTIONS = [
  "signed_in",
  "sign_in_failed",
  "device_refused",
  "second_factor_set",
  "second_factor_removed",
  "second_factor_rule_set",
  "recovery_codes_made",
  "recovery_code_used",
  "passkey_added",
  "passkey_removed",
  "password_changed",
  "password_reset_asked",
  "password_reset_made",
  "password_reset_used",
  "mail_address_set",
  "mail_address_removed",
  "mail_digest_ended",
  "person_created",
  "person_suspended",
  "person_restored",
  "owner_made",
  "owner_unmade",
  "sign_up_opened",
  "sign_up_closed",
  "signed_up",
  "identity_connected",
  "identity_disconnected",
  "provider_sign_out",
  "password_sign_in_on",
  "password_sign_in_off",
  "push_enabled",
  "push_disabled",
  "push_contents_allowed",
  "push_contents_withheld",
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
  "retention_changed",
  "chat_retention_changed",
  "hold_set",
  "hold_lifted",
  "person_erased",
  "person_exported",
  "chat_exported",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Why a sign-in was refused, besides the faults of sign-ins with providers. */
export const SIGN_IN_FAULTS = [
  "wrong password",
  "wrong second factor",
  "unknown name",
  "unknown passkey",
  "wrong passkey",
  "passkey counter",
] as const;
export type SignInFault = (typeof SIGN_IN_FAULTS)[number];

/** `operator`: an administrator at the command line. `stranger`: an anonymous client. */
export const AUDIT_ORIGINS = ["person", "bot", "operator", "stranger"] as const;
export type AuditOrigin = (typeof AUDIT_ORIGINS)[number];

export const AUDIT_SUBJECT_KINDS = ["person", "bot", "invitation", "chat"] as const;
export type AuditSubjectKind = (typeof AUDIT_SUBJECT_KINDS)[number];
