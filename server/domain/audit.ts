/** The audit log: its actors, subjects and details. */
import type { AuditAction, AuditSubjectKind, SignInFault } from "@heliogram/shared/audit.ts";
import type { ProviderFault } from "@heliogram/shared/provider-faults.ts";
import type { FactorScope } from "@heliogram/shared/second-factor.ts";

/** Who did something: the id of a person, a bot, or one of the other origins. */
export type AuditActor = number | { readonly bot_id: number } | "operator" | "stranger";

export interface AuditSubject {
  readonly kind: AuditSubjectKind;
  readonly id: number;
}

/** The details of an entry. No field can hold a credential. */
export interface AuditDetail {
  /** The name that the client gave its device. */
  readonly device?: string;
  readonly reason?: SignInFault | ProviderFault;
  /** The OpenID provider by which it happened, by its id in the settings. */
  readonly provider?: string;
  /** Of whom a second factor is required. */
  readonly required_of?: FactorScope;
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
