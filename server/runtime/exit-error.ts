/** Errors that end a command with one sentence on standard error and an exit code. */
import { isDiskFull } from "../store/disk-full.ts";

/** The exit codes of a command that failed. */
export const EXIT = {
  /** The command could not be executed. */
  refused: 1,
  /** The command line, or a file that it names, is invalid. */
  usage: 2,
  /** An internal error: EX_SOFTWARE of sysexits. */
  broken: 70,
  /** The disk is full: EX_TEMPFAIL of sysexits. The same can succeed when there is room. */
  diskFull: 75,
  /** The settings are invalid: EX_CONFIG of sysexits. */
  settings: 78,
} as const;

/** Its message is written to standard error without a stack trace. */
export class ExitError extends Error {
  readonly exit: number;

  constructor(sentence: string, exit: number, options?: ErrorOptions) {
    super(sentence, options);
    this.exit = exit;
  }
}

/** Runs work that can fail for reasons outside the program, such as a full disk. @throws ExitError, beginning with `what` */
export async function attempt<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ExitError) throw error;
    const exit = isDiskFull(error) ? EXIT.diskFull : EXIT.refused;
    throw new ExitError(`${what}: ${reasonOf(error)}`, exit, { cause: error });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: "the port is in use",
  EADDRNOTAVAIL: "this machine has no such address",
  ENOENT: "no such file",
  EISDIR: "it is a folder",
  ENOSPC: "the disk is full",
};

/** The message of an error, on one line. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const known = code === undefined ? undefined : REASONS[code];
  if (known !== undefined) return known;
  // Connecting to a host with several addresses fails once for each address.
  if (error instanceof AggregateError && message === "") return error.errors.map(reasonOf).join("; ");
  return message.split("\n")[0]!;
}
