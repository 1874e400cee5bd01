/** The syntax of the admin commands. */
import type { FileHold } from "../../store/queries/files/file-holds.ts";
import { readArguments } from "../arguments.ts";
import { UsageError } from "../errors.ts";

/** A parsed command, as it is sent over the admin socket. Each command uses some of the options. */
export interface AdminCommand {
  readonly command: string;
  readonly username?: string | undefined;
  readonly name?: string | undefined;
  readonly owner?: string | undefined;
  /** Read by the command, and not from its line. */
  readonly password?: string | undefined;
  readonly is_owner?: boolean | undefined;
  /** Whether the command line says that nobody need be asked. */
  readonly is_confirmed?: boolean | undefined;
  /** Whether an erasure deletes messages. */
  readonly delete_messages?: boolean | undefined;
  readonly description?: string | undefined;
  readonly short_description?: string | undefined;
  readonly commands?: string | undefined;
  readonly privacy?: string | undefined;
  readonly join_groups?: string | undefined;
  readonly topics?: string | undefined;
  readonly dialect?: string | undefined;
  readonly chat?: string | undefined;
  readonly person?: string | undefined;
  readonly reason?: string | undefined;
  /** Periods: a number or a word. */
  readonly messages?: string | undefined;
  readonly media?: string | undefined;
  readonly updates?: string | undefined;
  readonly audit?: string | undefined;
  readonly chat_min?: string | undefined;
  readonly chat_max?: string | undefined;
  /** Of `HOLD_FILES`. */
  readonly hold?: FileHold | undefined;
}

/** What a backup asks the service for. No command line has this name. */
export const HOLD_FILES = "hold files";

interface CommandSyntax {
  /** Whether it takes a user name, as `--username` or as a positional argument. */
  readonly named: boolean;
  readonly options: readonly string[];
}

const NAMED: CommandSyntax = { named: true, options: [] };
const PLAIN: CommandSyntax = { named: false, options: [] };

const PERIODS = ["messages", "media", "updates", "audit", "chat-min", "chat-max"];
const HELD = ["chat", "person"];

const COMMANDS = {
  "bot create": { named: true, options: ["name", "owner"] },
  "bot edit": {
    named: true,
    options: ["name", "description", "short-description", "commands", "privacy", "join-groups", "topics", "dialect"],
  },
  "bot token": { named: true, options: ["yes"] },
  "bot delete": NAMED,
  "bot suspend": NAMED,
  "bot restore": NAMED,
  "bot list": PLAIN,
  "person create": { named: true, options: ["name", "service-owner"] },
  "person suspend": NAMED,
  "person restore": NAMED,
  "person make-owner": NAMED,
  "person unmake-owner": NAMED,
  "person reset-password": NAMED,
  "person remove-second-factor": NAMED,
  "person erase": { named: true, options: ["delete-messages", "yes"] },
  "person list": PLAIN,
  "sign-up open": PLAIN,
  "sign-up close": PLAIN,
  "sign-up show": PLAIN,
  "password-sign-in on": PLAIN,
  "password-sign-in off": PLAIN,
  "password-sign-in show": PLAIN,
  "second-factor nobody": PLAIN,
  "second-factor owners": PLAIN,
  "second-factor everybody": PLAIN,
  "second-factor show": PLAIN,
  "retention show": { named: false, options: ["chat"] },
  "retention set": { named: false, options: ["chat", ...PERIODS] },
  "retention preview": { named: false, options: PERIODS },
  "hold set": { named: false, options: [...HELD, "reason"] },
  "hold lift": { named: false, options: HELD },
  "hold list": PLAIN,
} as const satisfies Record<string, CommandSyntax>;

export type CommandName = keyof typeof COMMANDS;

const FLAGS: readonly string[] = ["service-owner", "yes", "delete-messages"];

const NO_PASSWORD =
  "a password is no option, because other users of the machine can read command lines: person create asks for it, or reads it from standard input";

/** @param noun `bot`, `person`, `sign-up`, `password-sign-in`, `second-factor`, `retention` or `hold`. @throws UsageError */
export function parseAdminCommand(noun: string, args: readonly string[]): AdminCommand {
  const [verb = "", ...rest] = args;
  const name = `${noun} ${verb}`;
  if (!isCommand(name)) throw new UsageError(`${name.trim()} is no command; ${noun} has ${verbsOf(noun).join(", ")}`);
  const { named, options }: CommandSyntax = COMMANDS[name];
  if (rest.some((argument) => argument.startsWith("--password"))) throw new UsageError(NO_PASSWORD);
  const kindOf = (option: string) => [option, FLAGS.includes(option) ? "flag" : "text"] as const;
  const known = Object.fromEntries([...(named ? ["username"] : []), ...options].map(kindOf));
  const { words, texts, flags } = readArguments(name, rest, known, named ? 1 : 0);
  const [word] = words;
  const username = texts.get("username") ?? word;
  if (named && username === undefined) throw new UsageError(`${name} needs --username USERNAME`);
  if (word !== undefined && username !== word) throw new UsageError(`${name} is about one: ${word} or ${username}`);
  return {
    command: name,
    username: username?.replace(/^@/, ""),
    name: texts.get("name"),
    owner: texts.get("owner")?.replace(/^@/, ""),
    is_owner: flags.get("service-owner"),
    is_confirmed: flags.get("yes"),
    delete_messages: flags.get("delete-messages"),
    description: texts.get("description"),
    short_description: texts.get("short-description"),
    commands: texts.get("commands"),
    privacy: texts.get("privacy"),
    join_groups: texts.get("join-groups"),
    topics: texts.get("topics"),
    dialect: texts.get("dialect"),
    chat: texts.get("chat")?.replace(/^@/, ""),
    person: texts.get("person")?.replace(/^@/, ""),
    reason: texts.get("reason"),
    messages: texts.get("messages"),
    media: texts.get("media"),
    updates: texts.get("updates"),
    audit: texts.get("audit"),
    chat_min: texts.get("chat-min"),
    chat_max: texts.get("chat-max"),
  };
}

export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

function verbsOf(noun: string): string[] {
  return Object.keys(COMMANDS)
    .filter((name) => name.startsWith(`${noun} `))
    .map((name) => name.slice(noun.length + 1));
}
