/** Titles and descriptions of groups and channels. */
import { MAX_CHAT_DESCRIPTION, MAX_CHAT_TITLE } from "@heliogram/shared/limits.ts";
import { ParameterError } from "../engine/fields.ts";

/** @throws ParameterError */
export function readTitle(raw: string): string {
  const title = tidyLine(raw);
  const length = [...title].length;
  if (length === 0) throw new ParameterError("title must be non-empty");
  if (length > MAX_CHAT_TITLE)
    throw new ParameterError(`title is too long: at most ${MAX_CHAT_TITLE} characters are allowed`);
  return title;
}

/** Empty clears the description. @throws ParameterError */
export function readDescription(raw: string | undefined): string {
  const description = (raw ?? "").trim();
  if ([...description].length > MAX_CHAT_DESCRIPTION) {
    throw new ParameterError(`description is too long: at most ${MAX_CHAT_DESCRIPTION} characters are allowed`);
  }
  return description;
}

/** One line without control characters. */
function tidyLine(raw: string): string {
  return raw.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}
