/** The rules for user names of people, bots and chats. */

export const MIN_USERNAME = 3;
export const MAX_USERNAME = 32;
export const MIN_BOT_USERNAME = 5;

/** Latin letters, digits and underscores, a letter first and no underscore last. */
export const USERNAME_PATTERN = `[A-Za-z][A-Za-z0-9_]{${MIN_USERNAME - 2},${MAX_USERNAME - 2}}[A-Za-z0-9]`;

export function isUsername(name: string): boolean {
  return new RegExp(`^${USERNAME_PATTERN}$`).test(name);
}

/** Whether `name` is a valid user name for a bot: it ends in `bot`, in any letter case. */
export function isBotUsername(name: string): boolean {
  return isUsername(name) && name.length >= MIN_BOT_USERNAME && /bot$/i.test(name);
}
