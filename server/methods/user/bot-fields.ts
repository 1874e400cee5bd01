/** Checks of bot settings, shared by methods, the assistant and operators' commands. */
import { isBotUsername } from "@heliogram/shared/usernames.ts";
import type { Dialect } from "../../domain/accounts.ts";
import { ParameterError } from "../engine/fields.ts";

/** The dialects that a bot's owner may choose. `default` follows the service's setting. */
export const DIALECT_CHOICES = ["default", "native", "telegram"] as const;

/** @returns the name without its `@`. @throws ParameterError */
export function readBotUsername(raw: string): string {
  const username = raw.trim().replace(/^@/, "");
  if (isBotUsername(username)) return username;
  throw new ParameterError(
    'username is invalid: 5 to 32 Latin letters, digits or underscores, beginning with a letter and ending in "bot"',
  );
}

/** A dialect as it is stored: `null` follows the service's setting. */
export function dialectOf(choice: (typeof DIALECT_CHOICES)[number]): Dialect | null {
  return choice === "default" ? null : choice;
}
