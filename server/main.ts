#!/usr/bin/env node
/** The commands of `heliogram`. Each command loads its modules on demand, so that usage errors are reported at once. */
import { parseAdminCommand } from "./cli/admin/command.ts";
import { useCompileCache } from "./runtime/compile-cache.ts";
import { UsageError } from "./cli/errors.ts";
import { ExitError } from "./runtime/exit-error.ts";
import { helpOf, USAGE } from "./cli/usage.ts";
import { ownVersion } from "./runtime/version.ts";

/** Commands that make files of a service. */
const OF_A_SERVICE = new Set([
  "serve",
  "dev",
  "bot",
  "person",
  "sign-up",
  "password-sign-in",
  "second-factor",
  "retention",
  "hold",
  "export",
  "store",
  "files",
  "backup",
  "verify",
  "restore",
  "copy",
]);
/** No other user of the machine can read or write a file that they make. */
const OWNER_ALONE = 0o077;

type Run = (args: string[]) => Promise<void>;

const COMMANDS: Readonly<Record<string, Run>> = {
  async serve(args) {
    const [word, ...others] = args;
    const extra = word === "--supervised" ? others[0] : word;
    if (extra !== undefined)
      throw new UsageError(
        `serve takes only --supervised beside it, and not ${extra}: its settings are variables HELIOGRAM_*`,
      );
    if (word === "--supervised") await (await import("./cli/supervise.ts")).supervise();
    else await (await import("./cli/serve.ts")).serve();
  },
  async dev(args) {
    const options = (await import("./cli/dev-options.ts")).parseDevOptions(args);
    await (await import("./cli/dev.ts")).dev(options);
  },
  calls: (args) => developer("calls", args),
  updates: (args) => developer("updates", args),
  previews: (args) => developer("previews", args),
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
  "password-sign-in": (args) => admin("password-sign-in", args),
  "second-factor": (args) => admin("second-factor", args),
  retention: (args) => admin("retention", args),
  hold: (args) => admin("hold", args),
  async export(args) {
    await (await import("./cli/export.ts")).exportData(args);
  },
  async store(args) {
    await (await import("./cli/store.ts")).store(args);
  },
  async files(args) {
    await (await import("./cli/files.ts")).files(args);
  },
  async backup(args) {
    await (await import("./cli/backups/backup.ts")).backup(args);
  },
  async verify(args) {
    await (await import("./cli/backups/verify.ts")).verify(args);
  },
  async restore(args) {
    await (await import("./cli/backups/restore.ts")).restore(args);
  },
  async copy(args) {
    await (await import("./cli/copy.ts")).copy(args);
  },
  async doctor(args) {
    await (await import("./cli/doctor.ts")).doctor(args);
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

function isHelp(argument: string | undefined): boolean {
  return argument === "--help" || argument === "-h";
}

/** Prints the help of a command, or without one the list of commands. @throws UsageError */
function printHelp(command?: string): void {
  const text = command === undefined ? USAGE : helpOf(command);
  if (text === undefined) throw new UsageError(noCommand(command!));
  process.stdout.write(text);
}

function noCommand(command: string): string {
  return `${command} is no command; there are ${Object.keys(COMMANDS).join(", ")}`;
}

async function main([command, ...args]: string[]): Promise<void> {
  if (command !== undefined && OF_A_SERVICE.has(command)) process.umask(OWNER_ALONE);
  if (command === "--version") process.stdout.write(`${ownVersion()}\n`);
  else if (command === "help" || isHelp(command)) printHelp(args[0]);
  else if (command === undefined) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
  } else if (Object.hasOwn(COMMANDS, command))
    await (args.some(isHelp) ? printHelp(command) : COMMANDS[command]!(args));
  else throw new UsageError(noCommand(command));
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
