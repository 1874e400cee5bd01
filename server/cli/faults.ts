/** What ends a command: a sentence for whoever gave it, and an exit code for their script. */

/** The exit codes of a command that was not carried out. */
export const EXIT = {
  /** It could not be done. */
  refused: 1,
  /** The command line, or a file that it names, is wrong. */
  usage: 2,
  /** It had to end: EX_SOFTWARE of sysexits. */
  broken: 70,
  /** The settings are wrong: EX_CONFIG of sysexits. */
  settings: 78,
} as const;

/** Told on standard error as it stands; nobody needs to see where in the program it came up. */
export class Fault extends Error {
  readonly exit: number;

  constructor(sentence: string, exit: number, options?: ErrorOptions) {
    super(sentence, options);
    this.exit = exit;
  }
}

/** What an operator asked for and cannot have. */
export class OrderFault extends Fault {
  constructor(sentence: string) {
    super(sentence, EXIT.refused);
  }
}

/** A command that is not understood. */
export class UsageFault extends Fault {
  constructor(sentence: string) {
    super(sentence, EXIT.usage);
  }
}

/** Waits for something that the machine, and not the program, may refuse. @throws Fault */
export async function attempt<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault(`${what}: ${reasonOf(error)}`, EXIT.refused, { cause: error });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: "the port is in use",
  EADDRNOTAVAIL: "this machine has no such address",
  ENOENT: "no such file",
  EISDIR: "it is a folder",
};

/** Why something went wrong, on one line. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const known = code === undefined ? undefined : REASONS[code];
  if (known !== undefined) return known;
  // A host with several addresses fails once for each.
  if (error instanceof AggregateError && message === "") return error.errors.map(reasonOf).join("; ");
  return message.split("\n")[0]!;
}
