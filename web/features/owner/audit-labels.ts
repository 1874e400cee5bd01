/** The labels of the actions in the audit log. */
import { useLingui } from "@lingui/react/macro";

/** @returns the labels by the names of the actions, in the order of the filter */
export function useAuditLabels(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    signed_in: t`Signed in`,
    sign_in_failed: t`Sign-in failed`,
    ...useSecondFactorLabels(),
    ...useMailLabels(),
    ...useResetLabels(),
    person_created: t`Person added`,
    person_suspended: t`Person suspended`,
    person_restored: t`Person restored`,
    owner_made: t`Ownership given`,
    owner_unmade: t`Ownership taken away`,
    sign_up_opened: t`Sign-up opened`,
    sign_up_closed: t`Sign-up closed`,
    signed_up: t`Signed up`,
    identity_connected: t`Account at a provider connected`,
    identity_disconnected: t`Account at a provider disconnected`,
    provider_sign_out: t`Signed out by a provider`,
    password_sign_in_on: t`Sign-in by password turned on`,
    password_sign_in_off: t`Sign-in by password turned off`,
    developer_console_on: t`Developer console turned on`,
    push_enabled: t`Push notifications of a device turned on`,
    push_disabled: t`Push notifications of a device turned off`,
    push_contents_allowed: t`Names and texts in push notifications allowed`,
    push_contents_withheld: t`Names and texts in push notifications withheld`,
    developer_console_off: t`Developer console turned off`,
    invitation_made: t`Invitation made`,
    invitation_used: t`Invitation used`,
    invitation_revoked: t`Invitation taken back`,
    bot_created: t`Bot made`,
    bot_edited: t`Bot changed`,
    bot_token_regenerated: t`Bot given a new token`,
    bot_deleted: t`Bot deleted`,
    bot_suspended: t`Bot suspended`,
    bot_restored: t`Bot restored`,
    chat_created: t`Chat made`,
    chat_changed: t`Chat changed`,
    chat_owner_changed: t`Chat given to another owner`,
    chat_taken_over: t`Chat taken over`,
    chat_deleted: t`Chat deleted`,
    member_added: t`Member added`,
    member_removed: t`Member removed`,
    member_banned: t`Member banned`,
    member_unbanned: t`Ban ended`,
    member_restricted: t`Member restricted`,
    member_unrestricted: t`Restriction ended`,
    administrator_made: t`Administrator made`,
    administrator_changed: t`Rights of an administrator changed`,
    administrator_unmade: t`Administrator dismissed`,
    retention_changed: t`Retention changed`,
    chat_retention_changed: t`Retention of a chat changed`,
    hold_set: t`Legal hold set`,
    person_erased: t`Person erased`,
    person_exported: t`Data of a person exported`,
    chat_exported: t`Chat exported`,
    hold_lifted: t`Legal hold ended`,
  };
}

function useMailLabels() {
  const { t } = useLingui();
  return {
    mail_address_set: t`Mail address set`,
    mail_address_removed: t`Mail address removed`,
    mail_digest_ended: t`Mails about mentions ended by their link`,
  };
}

function useResetLabels() {
  const { t } = useLingui();
  return {
    password_reset_asked: t`Password reset asked for`,
    password_reset_made: t`Password reset made`,
    password_reset_used: t`Password reset used`,
  };
}

function useSecondFactorLabels(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    device_refused: t`Device refused`,
    second_factor_set: t`Second factor set up`,
    second_factor_removed: t`Second factor removed`,
    second_factor_rule_set: t`Rule about second factors set`,
    recovery_codes_made: t`Recovery codes made`,
    recovery_code_used: t`Recovery code used`,
    passkey_added: t`Passkey added`,
    passkey_removed: t`Passkey removed`,
    password_changed: t`Password changed`,
  };
}
