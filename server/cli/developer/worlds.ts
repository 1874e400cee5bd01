/** `heliogram world …` and `heliogram snapshot …`: the worlds of a running `heliogram dev` and their saved states. */
import { MAIN_WORLD } from "@heliogram/shared/developer.ts";
import type { MadeWorld, Snapshot } from "@heliogram/shared/wire.ts";
import type { Arguments } from "../arguments.ts";
import { readWorldFile } from "../dev-options.ts";
import { UsageError } from "../errors.ts";
import type { Call } from "./client.ts";

interface Command {
  /** Whether it needs a name after its verb, or takes one. */
  readonly name: "needed" | "taken" | "none";
  readonly options?: readonly string[];
  readonly run: (call: Call, name: string | undefined, args: Arguments) => Promise<void>;
}

type Commands = Readonly<Record<string, Command>>;

const WORLDS: Commands = {
  new: {
    name: "taken",
    options: ["file"],
    async run(call, name, args) {
      const path = args.texts.get("file");
      const content = path === undefined ? undefined : readWorldFile(path, path);
      printMade(args, await call("/developer/newWorld", { name, content }));
    },
  },
  list: {
    name: "none",
    async run(call, _name, args) {
      const { worlds } = (await call("/developer/listWorlds", {})) as { worlds: Listed[] };
      print(args, worlds, ({ world, snapshots }) => `${world}${snapshots.map((each) => `  ${each}`).join("")}`);
    },
  },
  drop: {
    name: "needed",
    run: async (call, world, args) =>
      printDone(args, `dropped ${world}`, await call("/developer/dropWorld", { world })),
  },
  export: {
    name: "taken",
    async run(call, world) {
      const { content } = (await call("/developer/exportWorld", { world })) as { content: object };
      process.stdout.write(`${JSON.stringify(content, null, 2)}\n`);
    },
  },
  fork: {
    name: "taken",
    options: ["snapshot", "name"],
    async run(call, world, args) {
      const [snapshot, name] = [args.texts.get("snapshot"), args.texts.get("name")];
      printMade(args, await call("/developer/forkWorld", { world, snapshot, name }));
    },
  },
  reset: {
    name: "taken",
    run: async (call, world, args) =>
      printDone(args, `${world ?? MAIN_WORLD} is as it was made`, await call("/developer/resetWorld", { world })),
  },
};

const SNAPSHOTS: Commands = {
  save: {
    name: "needed",
    async run(call, snapshot, args) {
      print(args, [(await call("/developer/saveSnapshot", { snapshot })) as Snapshot], snapshotLine);
    },
  },
  restore: {
    name: "needed",
    run: async (call, snapshot, args) =>
      printDone(args, `restored ${snapshot}`, await call("/developer/restoreSnapshot", { snapshot })),
  },
  list: {
    name: "none",
    async run(call, _name, args) {
      const { snapshots } = (await call("/developer/listSnapshots", {})) as { snapshots: Snapshot[] };
      print(args, snapshots, snapshotLine);
    },
  },
};

/** The options of `heliogram world`. */
export const WORLD_OPTIONS = { file: "text", snapshot: "text", name: "text" } as const;

interface Listed {
  readonly world: string;
  readonly snapshots: readonly string[];
}

/** @throws UsageError, CommandRefused */
export const ruleWorlds = (call: Call, args: Arguments): Promise<void> => dispatch("world", WORLDS, call, args);

/** @throws UsageError, CommandRefused */
export const ruleSnapshots = (call: Call, args: Arguments): Promise<void> =>
  dispatch("snapshot", SNAPSHOTS, call, args);

function dispatch(command: string, commands: Commands, call: Call, args: Arguments): Promise<void> {
  const [verb = "", name] = args.words;
  if (!Object.hasOwn(commands, verb)) {
    const known = Object.keys(commands).join(", ");
    throw new UsageError(`${`${command} ${verb}`.trim()} is no command; ${command} has ${known}`);
  }
  const { name: wanted, options = [], run } = commands[verb]!;
  if (wanted === "needed" && name === undefined) throw new UsageError(`${command} ${verb} needs a name`);
  if (wanted === "none" && name !== undefined) throw new UsageError(`${command} ${verb} takes no name`);
  for (const option of Object.keys(WORLD_OPTIONS))
    if (args.texts.has(option) && !options.includes(option))
      throw new UsageError(`${command} ${verb} has no option --${option}`);
  return run(call, name, args);
}

function print<T>({ flags }: Arguments, entries: readonly T[], line: (entry: T) => string): void {
  for (const entry of entries) process.stdout.write(`${flags.get("json") ? JSON.stringify(entry) : line(entry)}\n`);
}

function printDone(args: Arguments, sentence: string, result: unknown): void {
  print(args, [result], () => sentence);
}

function printMade(args: Arguments, result: unknown): void {
  print(args, [result as MadeWorld], ({ world, people, bots, chats }) =>
    [
      `World ${world}`,
      "",
      "People (access tokens):",
      ...people.map(({ id, username, access_token }) => `  ${id}  @${username ?? ""}  ${access_token}`),
      "",
      "Bots (tokens):",
      ...bots.map(({ id, username, token }) => `  ${id}  @${username}  ${token}`),
      "",
      "Chats:",
      ...chats.map(({ id, type, title }) => `  ${id}  ${type}  ${title}`),
    ].join("\n"),
  );
}

function snapshotLine({ snapshot, bytes }: Snapshot): string {
  return `${snapshot}  ${bytes} bytes`;
}
