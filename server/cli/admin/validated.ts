/** Validates options of admin commands with the validators of the API methods. */
import { ParameterError } from "../../methods/engine/fields.ts";
import { CommandRefused } from "../errors.ts";

/** `message` replaces messages that are worded for client libraries. @throws CommandRefused */
export function validated<T>(read: () => T, message?: string): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ParameterError) throw new CommandRefused(message ?? error.message);
    throw error;
  }
}
