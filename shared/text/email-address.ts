/** Recognizes e-mail addresses. */

/** Up to eleven words of the mailbox, and two to seven labels of the host; the last has letters only. */
const EMAIL_ADDRESS =
  /^(?:[a-z0-9_-]{0,26}[.+]){0,10}[a-z0-9_-]{1,35}@(?:[a-z0-9](?:[a-z0-9_-]{0,28}[a-z0-9])?\.){1,6}[a-z]{2,8}$/i;
/** The longest text that the pattern can match. */
const MAX_LENGTH = 10 * 27 + 35 + 1 + 6 * 31 + 8;

/** Whether the whole text is an e-mail address. */
export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_LENGTH && EMAIL_ADDRESS.test(text);
}
