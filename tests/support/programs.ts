/** Child processes of a test: their output and their end. */
import type { ChildProcess } from "node:child_process";

/** Resolves when a program's output satisfies the condition. @throws Error with its output, if it ends before */
export function said<T>(program: ChildProcess, find: (output: string) => T | undefined): Promise<T> {
  let output = "";
  let complaints = "";
  return new Promise((resolve, reject) => {
    program.once("exit", (code) => reject(new Error(`it ended with ${code}, and said: ${output}${complaints}`)));
    program.stderr?.on("data", (chunk: Buffer) => (complaints += chunk.toString()));
    program.stdout!.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      const found = find(output);
      if (found !== undefined) resolve(found);
    });
  });
}

/** Resolves when a program has ended. */
export function ended(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => program.once("exit", () => resolve()));
}

/** Ends a program, and waits until it has. */
export function end(program: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  program.kill(signal);
  return ended(program);
}
