/** Error messages in the user's language for the service's refusals; the service's own descriptions are in English. */
import { useLingui } from "@lingui/react/macro";
import { mustBackOff, isServerError, isTooLarge, ApiError, errorText, NetworkError } from "../../core/api/errors.ts";
import { LocationError } from "../../core/ports/location.ts";
import { PasskeyError } from "../../core/ports/passkeys.ts";
import { useFormat } from "../../i18n/format.ts";
import { useToast } from "../../ui/feedback/toasts.tsx";
import { usePasskeyErrorText, usePasskeyTexts } from "./use-passkey-texts.ts";
import { useRightsRefusalText } from "./use-rights-refusal-text.ts";

/**
 * @returns a function from the name of a refusal to its text. For an unknown name it returns `fallback`, else a general
 * text.
 */
export function useRefusalText(): (reason: string, fallback?: string) => string {
  const { t } = useLingui();
  const rightsRefusalText = useRightsRefusalText();
  const texts: Readonly<Record<string, string>> = {
    WRONG_PASSWORD: t`The user name or the password is wrong.`,
    PASSWORD_SIGN_IN_OFF: t`Sign-in by password is off. Sign in with a provider.`,
    NO_OTHER_SIGN_IN: t`Add a passkey or connect your own account to a provider first: you could not sign in any more.`,
    ONLY_SIGN_IN: t`You have no other way to sign in. Set a password first, add a passkey, or connect another account.`,
    PROVIDER_NOT_FOUND: t`This provider is not there any more.`,
    IDENTITY_NOT_FOUND: t`This account is not connected any more.`,
    OLD_PASSWORD_WRONG: t`The old password is wrong.`,
    USERNAME_TAKEN: t`Somebody else has this user name.`,
    USER_DEACTIVATED: t`This account is suspended.`,
    INVITATION_INVALID: t`This invitation was used, has expired, or never existed.`,
    INVITATION_NEEDED: t`People sign up here by invitation only. Ask for an invitation link.`,
    INVITATION_NOT_FOUND: t`Nobody can use this invitation any more.`,
    RESET_INVALID: t`This link was used or replaced, has expired, or never existed.`,
    LINK_NOT_FOUND: t`This link leads nowhere any more.`,
    REQUEST_NEEDED: t`By this link one asks to join first.`,
    REQUEST_NOT_NEEDED: t`By this link one joins without asking.`,
    LAST_OWNER: t`The service must have an owner: make somebody else an owner first.`,
    ACCOUNT_KEPT: t`This account has to be kept.`,
    ...useMailTexts(),
    ...useSecondFactorTexts(),
    ...usePasskeyTexts(),
    PASSWORD_WRONG: t`The password is wrong.`,
    USER_ERASED: t`This person was erased.`,
    CANT_SUSPEND_SELF: t`You cannot suspend yourself.`,
    OWNER_RIGHTS_NEEDED: t`Only owners of the service may do this.`,
    TOO_MANY_BOTS: t`You own as many bots as one person may own here.`,
    TOO_MANY_CHATS: t`You own as many groups and channels as one person may own here.`,
    OWNER_OF_TOO_MANY_CHATS: t`This person owns as many groups and channels as one person may own here.`,
    TOO_MANY_INVITATIONS: t`As many of your invitations are open as may be at once. Take one back first.`,
    TOO_MANY_LINKS: t`This chat has as many invite links as it can have. Revoke one first.`,
    BOT_NOT_FOUND: t`You own no such bot.`,
    USER_NOT_FOUND: t`There is nobody of this kind here.`,
    SESSION_NOT_FOUND: t`This session has ended already.`,
    SUBSCRIPTION_NOT_FOUND: t`This device gets no notifications any more.`,
    CHAT_NOT_FOUND: t`There is no such chat, or it is not open to you.`,
    MESSAGE_NOT_FOUND: t`The message is not there any more.`,
    REPLY_NOT_FOUND: t`The message that you answer is not there any more.`,
    EDIT_IMPOSSIBLE: t`Messages of this sort cannot be edited.`,
    GROUP_STAYS_ALIKE: t`In an album, a file can be replaced only by one that may stand in it.`,
    FORWARD_IMPOSSIBLE: t`This message cannot be forwarded.`,
    FORWARD_PROTECTED: t`Who sent this message does not want it to be forwarded.`,
    BUTTON_NOT_FOUND: t`The message has this button no longer.`,
    READERS_NOT_TOLD: t`In channels and large groups nobody is told who has read a message.`,
    TOO_MANY_PINNED_CHATS: t`You cannot pin any more chats.`,
    BAD_MEDIA: t`The file is damaged, or not what its name says.`,
    FILE_TOO_BIG: t`The file is larger than this service takes.`,
    BOT_BLOCKED: t`You have blocked this bot.`,
    BOT_JOINS_NO_GROUPS: t`The bot's owner lets nobody add it to groups and channels.`,
    CONSOLE_OFF: t`The developer console is off.`,
    UNAUTHORIZED: t`You are not signed in any more.`,
  };
  return (reason, fallback) => texts[reason] ?? rightsRefusalText(reason, fallback);
}

/** @returns a function from an error to the message to show */
export function useErrorMessage(): (error: unknown) => string {
  const { t } = useLingui();
  const format = useFormat();
  const refusalText = useRefusalText();
  const locationErrorText = useLocationErrorText();
  const passkeyErrorText = usePasskeyErrorText();
  return (error) => {
    if (error instanceof PasskeyError) return passkeyErrorText(error);
    if (error instanceof LocationError) return locationErrorText(error);
    if (error instanceof NetworkError) return t`The service cannot be reached. Try again in a moment.`;
    // A server error can carry a waiting time too, but is no rate limit.
    if (isServerError(error)) return t`The service has a problem. Try again in a moment.`;
    if (mustBackOff(error)) {
      if (error.retry_after_s === undefined) return t`Too many attempts. Try again in a moment.`;
      const time = format.wait(Math.max(1, error.retry_after_s));
      return t`Too many attempts. Try again in ${time}.`;
    }
    // The service refuses a body that is too large while it reads it. Such a refusal has no name.
    if (isTooLarge(error)) return refusalText("FILE_TOO_BIG");
    if (!(error instanceof ApiError) || error.reason === undefined) return errorText(error);
    return refusalText(error.reason, errorText(error));
  };
}

function useLocationErrorText(): (error: LocationError) => string {
  const { t } = useLingui();
  return ({ kind }) => {
    switch (kind) {
      case "insecure":
        return t`Browsers tell the place only to pages with https.`;
      case "refused":
        return t`The browser does not tell this page where you are. Allow it in the browser's settings.`;
      case "missing":
        return t`This device could not find out where it is.`;
    }
  };
}

/** @returns a function that shows an error as a toast */
export function useErrorToast(): (error: unknown) => void {
  const errorMessage = useErrorMessage();
  const showToast = useToast();
  return (error) => showToast(errorMessage(error));
}

function useMailTexts(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    NO_MAIL: t`This service sends no mail.`,
    NO_MAIL_ADDRESS: t`You have no mail address yet.`,
    MAIL_ADDRESS_INVALID: t`Mail addresses look like name@example.org here.`,
    MAIL_CODE_INVALID: t`This link was used or replaced, has expired, or never existed.`,
    MAIL_ADDRESS_TAKEN: t`Another account has this mail address.`,
  };
}

function useSecondFactorTexts() {
  const { t } = useLingui();
  return {
    SECOND_FACTOR_REQUIRED: t`This service requires a second factor: set up another one in place of it.`,
    OWN_SECOND_FACTOR_NEEDED: t`Set up your own second factor first: you would be the first to be asked for it.`,
    SECOND_FACTOR_WRONG: t`The code is wrong, was used already, or its time is over.`,
    CHALLENGE_INVALID: t`This took too long. Begin anew.`,
    DEVICE_CODE_INVALID: t`This code was used or has expired. Scan the one that your other device shows now.`,
    DEVICE_REFUSED: t`The sign-in was refused on your other device.`,
    DEVICE_WAITING: t`A device is waiting for your answer.`,
    DEVICE_NOT_WAITING: t`The device does not wait any more.`,
    SECOND_FACTOR_MISSING: t`This service requires a second factor. Set one up in the settings first; then you can let other devices in.`,
    NO_SECOND_FACTOR: t`There is no second factor.`,
    SECOND_FACTOR_OWN: t`Remove your own second factor in the settings.`,
  };
}
