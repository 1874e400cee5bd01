#!/usr/bin/env node
/** The commands of `heliogram`. Each command loads its modules on demand, so that usage errors are reported at once. */
import { parseAdminCommand } from "./cli/admin/command.ts";
import { useCompileCache } from "./runtime/compile-cache.ts";
import { UsageError } from "./cli/errors.ts";
import { ExitError } from "./runtime/exit-error.ts";
import { USAGE } from "./cli/usage.ts";
import { ownVersion } from "./runtime/version.ts";

type Run = (args: string[]) => Promise<void>;

const COMMANDS: Readonly<Record<string, Run>> = {
  async serve([word]) {
    if (word !== undefined)
      throw new UsageError(`serve takes nothing beside it, as ${word}: its settings are variables HELIOGRAM_*`);
    await (await import("./cli/serve.ts")).serve();
  },
  async dev(args) {
    const options = (await import("./cli/dev-options.ts")).parseDevOptions(args);
    await (await import("./cli/dev.ts")).dev(options);
  },
  calls: (args) => developer("calls", args),
  updates: (args) => developer("updates", args),
  lint: (args) => developer("lint", args),
  webhooks: (args) => developer("webhooks", args),
  fault: (args) => developer("fault", args),
  clock: (args) => developer("clock", args),
  world: (args) => developer("world", args),
  snapshot: (args) => developer("snapshot", args),
  send: (args) => developer("send", args),
  tap: (args) => developer("tap", args),
  trigger: (args) => developer("trigger", args),
  listen: (args) => developer("listen", args),
  record: (args) => developer("record", args),
  replay: (args) => developer("replay", args),
  bot: (args) => admin("bot", args),
  person: (args) => admin("person", args),
  "sign-up": (args) => admin("sign-up", args),
  async store(args) {
    await (await import("./cli/store.ts")).store(args);
  },
  async files(args) {
    await (await import("./cli/files.ts")).files(args);
  },
  async config(args) {
    (await import("./cli/config.ts")).config(args);
  },
};

async function admin(noun: string, args: string[]): Promise<void> {
  const command = parseAdminCommand(noun, args);
  await (await import("./cli/admin/run.ts")).runAdminCommand(command);
}

async function developer(name: string, args: string[]): Promise<void> {
  await (await import("./cli/developer/commands.ts")).runDeveloperCommand(name, args);
}

async function main([command, ...args]: string[]): Promise<void> {
  if (command === "--version") process.stdout.write(`${ownVersion()}\n`);
  else if (command === "help" || command === "--help" || command === "-h") process.stdout.write(USAGE);
  else if (command === undefined) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
  } else if (Object.hasOwn(COMMANDS, command)) await COMMANDS[command]!(args);
  else throw new UsageError(`${command} is no command; there are ${Object.keys(COMMANDS).join(", ")}`);
}

useCompileCache();
try {
  await main(process.argv.slice(2));
} catch (error) {
  // Any other error is a bug, whose stack trace is needed.
  if (!(error instanceof ExitError)) throw error;
  process.stderr.write(`heliogram: ${error.message}\n`);
  process.exit(error.exit);
}
