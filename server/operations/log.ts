/** Logs: JSON lines, with nothing in them that opens a door. */
import { pino, type DestinationStream } from "pino";

export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

export type LogLevel = "debug" | "info" | "warn" | "error";

/** Bots' tokens, and any run of the 43 characters that every other credential of the service is. */
const SECRETS = /(?:\b\d{1,16}:)?[A-Za-z0-9_-]{43,}/g;

/** A text without credentials. */
export function redact(text: string): string {
  return text.replaceAll(SECRETS, "[secret]");
}

/** Writes to `out`, every line redacted as a whole: messages, stacks and addresses alike. */
export function createLog(level: LogLevel, out: (line: string) => void): Log {
  const stream: DestinationStream = { write: (line) => out(redact(line)) };
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream);
}
