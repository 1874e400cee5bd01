/** Titles and descriptions of groups and channels. */
import { ParameterError } from "../engine/fields.ts";

/** Characters, counted as people count them in most scripts: code points. */
const MAX_TITLE = 128;
const MAX_DESCRIPTION = 255;

/** @throws ParameterError */
export function readTitle(raw: string): string {
  const title = tidyLine(raw);
  const length = [...title].length;
  if (length === 0) throw new ParameterError("title must be non-empty");
  if (length > MAX_TITLE) throw new ParameterError(`title is too long: at most ${MAX_TITLE} characters are allowed`);
  return title;
}

/** Empty clears the description. @throws ParameterError */
export function readDescription(raw: string | undefined): string {
  const description = (raw ?? "").trim();
  if ([...description].length > MAX_DESCRIPTION) {
    throw new ParameterError(`description is too long: at most ${MAX_DESCRIPTION} characters are allowed`);
  }
  return description;
}

/** One line without control characters. */
function tidyLine(raw: string): string {
  return raw.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}
