/** What people choose for their bots, checked alike for methods, the assistant and operators. */
import { BOT_LIMITS } from "@heliogram/shared/wire.ts";
import { isBotUsername, type Dialect } from "../domain/accounts.ts";
import { ParameterFault } from "./fields.ts";
import { readName } from "./passwords.ts";

/** Dialects as owners choose them: `default` follows the service. */
export const DIALECT_CHOICES = ["default", "native", "telegram"] as const;

/** @returns the name without its `@`. @throws ParameterFault */
export function readBotUsername(raw: string): string {
  const username = raw.trim().replace(/^@/, "");
  if (isBotUsername(username)) return username;
  throw new ParameterFault(
    'username is invalid: 5 to 32 Latin letters, digits or underscores, beginning with a letter and ending in "bot"',
  );
}

/** @throws ParameterFault */
export function readBotName(raw: string): string {
  const name = readName(raw, "name");
  if (name === "") throw new ParameterFault("name must be non-empty");
  return name;
}

/** Empty clears the description. @throws ParameterFault */
export function readBotDescription(raw: string): string {
  const description = raw.trim();
  if ([...description].length > BOT_LIMITS.description)
    throw new ParameterFault(`description is too long: at most ${BOT_LIMITS.description} characters are allowed`);
  return description;
}

/** A choice as it is kept: `null` follows the service. */
export function dialectOf(choice: (typeof DIALECT_CHOICES)[number]): Dialect | null {
  return choice === "default" ? null : choice;
}
