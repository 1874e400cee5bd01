/** Checks of passwords and user names of people. */
import { MAX_PASSWORD, MIN_PASSWORD } from "@heliogram/shared/limits.ts";
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
