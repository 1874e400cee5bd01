/** What people are told when their account is changed, or somebody has signed in with a code of last resort. */

/** The values of each notice, by the names under which its words have them. Nothing of it is a credential. */
interface NoticeValues {
  readonly password_changed: Record<never, string>;
  /** By a link for a new password. */
  readonly password_reset: Record<never, string>;
  readonly second_factor_set: Record<never, string>;
  /** The app, by themselves. */
  readonly second_factor_removed: Record<never, string>;
  /** By an owner of the service, or at the command line. */
  readonly second_factor_taken: Record<never, string>;
  readonly passkey_added: Record<never, string>;
  /** By themselves. */
  readonly passkey_removed: Record<never, string>;
  /** `provider`: its label. */
  readonly identity_connected: { readonly provider: string };
  readonly identity_disconnected: { readonly provider: string };
  readonly recovery_codes_made: Record<never, string>;
  readonly recovery_code_used: { readonly left: string };
  /** Somebody has signed in from a place that is new. `at`: the time, in UTC. */
  readonly new_place: { readonly device: string; readonly place: string; readonly at: string };
  readonly mail_address_set: Record<never, string>;
  /** To the address before. */
  readonly mail_address_changed: Record<never, string>;
  readonly mail_address_removed: Record<never, string>;
}

export type NoticeKind = keyof NoticeValues;

export type AccountNotice = { [K in NoticeKind]: { readonly kind: K } & NoticeValues[K] }[NoticeKind];
