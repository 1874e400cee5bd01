/** What the service's refusals say to people, in their language; the service itself speaks English. */
import { useLingui } from "@lingui/react/macro";
import { Refusal, sentenceOf, Unreachable } from "../api/failure.ts";
import { useRefusalWords } from "../rights/use-refusal-words.ts";

/** @returns the function that says what went wrong */
export function useSentence(): (error: unknown) => string {
  const { t } = useLingui();
  const refusalWords = useRefusalWords();
  const words: Readonly<Record<string, string>> = {
    WRONG_PASSWORD: t`The user name or the password is wrong.`,
    OLD_PASSWORD_WRONG: t`The old password is wrong.`,
    USERNAME_TAKEN: t`Somebody else has this user name.`,
    USER_DEACTIVATED: t`This account is suspended.`,
    INVITATION_INVALID: t`This invitation was used, has expired, or never existed.`,
    INVITATION_NOT_FOUND: t`Nobody can use this invitation any more.`,
    RESET_INVALID: t`This link was used or replaced, has expired, or never existed.`,
    LINK_NOT_FOUND: t`This link leads nowhere any more.`,
    LAST_OWNER: t`The service must have an owner: make somebody else an owner first.`,
    CANT_SUSPEND_SELF: t`You cannot suspend yourself.`,
    OWNER_RIGHTS_NEEDED: t`Only owners of the service may do this.`,
    TOO_MANY_BOTS: t`You own as many bots as one person may own here.`,
    BOT_NOT_FOUND: t`You own no such bot.`,
    USER_NOT_FOUND: t`There is nobody of this kind here.`,
    SESSION_NOT_FOUND: t`This session has ended already.`,
  };
  return (error) => {
    if (error instanceof Unreachable) return t`The service cannot be reached. Try again in a moment.`;
    if (error instanceof Refusal && error.code === 429) return t`Too many tries. Wait a moment.`;
    if (!(error instanceof Refusal) || error.reason === undefined) return sentenceOf(error);
    return words[error.reason] ?? refusalWords(error.reason, sentenceOf(error));
  };
}
