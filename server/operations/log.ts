/** The log: JSON lines without credentials. */
import { pino, type DestinationStream } from "pino";

export interface Log {
  debug(facts: object, message: string): void;
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
  isLevelEnabled(level: LogLevel): boolean;
}

export type LogLevel = "debug" | "info" | "warn" | "error";

/** Bot tokens, and any sequence of at least 43 base64url characters, the form of all other credentials. */
const SECRETS = /(?:\b\d{1,16}:)?[A-Za-z0-9_-]{43,}/g;

/** Replaces credentials in a text. */
export function redact(text: string): string {
  return text.replaceAll(SECRETS, "[secret]");
}

/** Writes to `out`. Each line is redacted as a whole, including messages, stack traces and URLs. */
export function createLog(level: LogLevel, out: (line: string) => void): Log {
  const stream: DestinationStream = { write: (line) => out(redact(line)) };
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream);
}
