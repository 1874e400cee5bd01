/** Secrets and confirmations that a command asks for: on the terminal, or on standard input. They are never arguments. */
import { createInterface } from "node:readline/promises";
import { CommandRefused } from "./errors.ts";

/** The keys that a terminal sends for the end of the line, and to change it. */
const [ENTER, LINE_FEED, END_OF_INPUT, INTERRUPT, BACKSPACE, DELETE] = ["\r", "\n", "\u0004", "\u0003", "\b", "\u007F"];
/** The exit code of a command that was interrupted by the keyboard: 128 and the number of SIGINT. */
const INTERRUPTED = 130;
/** Characters of a secret on standard input at most. */
const MAX_CHARACTERS = 4096;

export interface SecretInput {
  /** What it is, as "password". */
  readonly what: string;
  /** Whether a person has to type it a second time, because a mistake would be noticed late. */
  readonly isNew: boolean;
}

/** A line that a person types without an echo, or the first line of standard input. @throws CommandRefused if there is none */
export async function readSecret({ what, isNew }: SecretInput): Promise<string> {
  if (!process.stdin.isTTY) return firstLine(what);
  const typed = await typeHidden(`${what[0]!.toUpperCase()}${what.slice(1)}: `);
  if (isNew && (await typeHidden(`The same ${what} again: `)) !== typed)
    throw new CommandRefused(`the two are different: no ${what} was set`);
  return typed;
}

/**
 * Asks a person whether to go on.
 * @param flag the option by which a program says so
 * @throws CommandRefused if the answer is no, or nobody can answer
 */
export async function confirm(question: string, flag: string): Promise<void> {
  if (!process.stdin.isTTY) throw new CommandRefused(`${question} If so, repeat the command with ${flag}`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${question} Go on? [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim())) throw new CommandRefused("nothing was changed");
  } finally {
    terminal.close();
  }
}

async function firstLine(what: string): Promise<string> {
  let text = "";
  process.stdin.setEncoding("utf8");
  for await (const chunk of process.stdin) {
    text += chunk as string;
    if (text.includes("\n") || text.length > MAX_CHARACTERS) break;
  }
  const [line = ""] = text.split(/\r?\n/, 1);
  if (line === "") throw new CommandRefused(`there is no ${what} on standard input`);
  return line;
}

function typeHidden(prompt: string): Promise<string> {
  const { stdin, stderr } = process;
  // Before the question, whose answer may come at once.
  stdin.setRawMode(true);
  stderr.write(prompt);
  stdin.setEncoding("utf8");
  stdin.resume();
  return new Promise((resolve) => {
    let typed = "";
    const stop = () => {
      stdin.off("data", read);
      stdin.setRawMode(false);
      stdin.pause();
      stderr.write("\n");
    };
    const read = (keys: string) => {
      for (const key of keys) {
        if (key === INTERRUPT) {
          stop();
          process.exit(INTERRUPTED);
        }
        if (key === ENTER || key === LINE_FEED || key === END_OF_INPUT) {
          stop();
          resolve(typed);
          return;
        }
        typed = key === BACKSPACE || key === DELETE ? [...typed].slice(0, -1).join("") : typed + key;
      }
    };
    stdin.on("data", read);
  });
}
