/** Checks of names of people and bots, and of descriptions of bots. */
import { BOT_LIMITS, MAX_NAME } from "@heliogram/shared/limits.ts";
import { ParameterError } from "./fields.ts";

/** A first or last name. @throws ParameterError */
export function readName(raw: string, field: string): string {
  const name = raw.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
  if ([...name].length > MAX_NAME)
    throw new ParameterError(`${field} is too long: at most ${MAX_NAME} characters are allowed`);
  return name;
}

/** @throws ParameterError */
export function readBotName(raw: string): string {
  const name = readName(raw, "name");
  if (name === "") throw new ParameterError("name must be non-empty");
  return name;
}

/** Empty clears the description. @throws ParameterError */
export function readBotDescription(raw: string, field: "description" | "short_description" = "description"): string {
  const description = raw.trim();
  if ([...description].length > BOT_LIMITS[field])
    throw new ParameterError(`${field} is too long: at most ${BOT_LIMITS[field]} characters are allowed`);
  return description;
}
