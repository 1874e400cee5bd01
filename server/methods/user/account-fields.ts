/** Checks of passwords, user names and names of people. */
import { MAX_NAME, MAX_PASSWORD, MIN_PASSWORD } from "@heliogram/shared/limits.ts";
import { isUsername } from "@heliogram/shared/usernames.ts";
import { ParameterError } from "../engine/fields.ts";

/** @throws ParameterError */
export function checkPassword(password: string): void {
  const length = [...password].length;
  if (length < MIN_PASSWORD)
    throw new ParameterError(`password is too short: at least ${MIN_PASSWORD} characters are needed`);
  if (length > MAX_PASSWORD)
    throw new ParameterError(`password is too long: at most ${MAX_PASSWORD} characters are allowed`);
}

/** @returns the name without its `@`. @throws ParameterError */
export function readUsername(raw: string): string {
  const username = raw.trim().replace(/^@/, "");
  if (isUsername(username)) return username;
  throw new ParameterError("username is invalid: 3 to 32 letters, digits or underscores, beginning with a letter");
}

/** A first or last name. @throws ParameterError */
export function readName(raw: string, field: string): string {
  const name = raw.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
  if ([...name].length > MAX_NAME)
    throw new ParameterError(`${field} is too long: at most ${MAX_NAME} characters are allowed`);
  return name;
}
