#!/usr/bin/env node
/** The command `heliogram`. Each command loads what it needs, so that a slip of the finger is answered at once. */
import { readOrder } from "./cli/commands.ts";
import { useCompiledCode } from "./cli/compiled-code.ts";
import { Fault, UsageFault } from "./cli/faults.ts";
import { USAGE } from "./cli/usage.ts";

type Run = (args: string[]) => Promise<void>;

const COMMANDS: Readonly<Record<string, Run>> = {
  async serve([word]) {
    if (word !== undefined)
      throw new UsageFault(`serve takes nothing beside it, as ${word}: its settings are variables HELIOGRAM_*`);
    await (await import("./cli/serve.ts")).serve();
  },
  async dev(args) {
    const wish = (await import("./cli/dev-wish.ts")).readDevWish(args);
    await (await import("./cli/dev.ts")).dev(wish);
  },
  bot: (args) => order("bot", args),
  person: (args) => order("person", args),
  "sign-up": (args) => order("sign-up", args),
  async store(args) {
    await (await import("./cli/store.ts")).store(args);
  },
  async config(args) {
    (await import("./cli/config.ts")).config(args);
  },
};

async function order(noun: string, args: string[]): Promise<void> {
  const wish = readOrder(noun, args);
  await (await import("./cli/orders.ts")).order(wish);
}

async function main([command, ...args]: string[]): Promise<void> {
  if (command === "help" || command === "--help" || command === "-h") process.stdout.write(USAGE);
  else if (command === undefined) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
  } else if (Object.hasOwn(COMMANDS, command)) await COMMANDS[command]!(args);
  else throw new UsageFault(`${command} is no command; there are ${Object.keys(COMMANDS).join(", ")}`);
}

useCompiledCode();
try {
  await main(process.argv.slice(2));
} catch (error) {
  // Anything else is a fault of the program's, and then where it happened is worth knowing.
  if (!(error instanceof Fault)) throw error;
  process.stderr.write(`heliogram: ${error.message}\n`);
  process.exit(error.exit);
}
