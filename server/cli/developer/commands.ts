/** The commands that talk to a running `heliogram dev`. */
import { readArguments, type Arguments, type Options } from "../arguments.ts";
import { developerClient, TOKEN_VARIABLE, type Call } from "./client.ts";
import { setClock } from "./clock.ts";
import { FAULT_OPTIONS, injectFaults } from "./faults.ts";
import { callLine, previewLine, updateLine } from "./lines.ts";
import { lintBots } from "./lint.ts";
import { list } from "./lists.ts";
import { LISTEN_OPTIONS, listen } from "./listen.ts";
import { controlWebhooks } from "./webhooks.ts";
import { recordScenario, replayScenario } from "./scenarios.ts";
import { triggerEvent } from "./trigger.ts";
import { ruleSnapshots, ruleWorlds, WORLD_OPTIONS } from "./worlds.ts";
import { sendAs, tapAs } from "./people.ts";

interface DeveloperCommand {
  readonly options: Options;
  readonly max_words: number;
  readonly run: (call: Call, args: Arguments) => Promise<void>;
}

const COMMON = { url: "text", json: "flag" } as const;
/** Of the commands that run on a world. */
const ON_WORLD = { ...COMMON, world: "text" } as const;

export const DEVELOPER_COMMANDS: Readonly<Record<string, DeveloperCommand>> = {
  calls: {
    options: { ...ON_WORLD, follow: "flag", bot: "text", method: "text", code: "text", chat: "text", trace: "text" },
    max_words: 0,
    run: (call, args) => list(call, args, { method: "listCalls", entries: "calls", line: callLine }),
  },
  updates: {
    options: { ...ON_WORLD, follow: "flag", bot: "text", why: "flag", chat: "text", trace: "text" },
    max_words: 0,
    run: (call, args) => list(call, args, { method: "listUpdates", entries: "updates", line: updateLine }),
  },
  previews: {
    options: { ...ON_WORLD, follow: "flag" },
    max_words: 0,
    run: (call, args) => list(call, args, { method: "listLinkPreviews", entries: "previews", line: previewLine }),
  },
  lint: { options: { ...ON_WORLD, bot: "text", rule: "text" }, max_words: 0, run: lintBots },
  send: { options: { ...ON_WORLD, as: "text", to: "text" }, max_words: 1, run: sendAs },
  tap: { options: { ...ON_WORLD, as: "text", to: "text" }, max_words: 1, run: tapAs },
  trigger: { options: { ...ON_WORLD, bot: "text", as: "text", to: "text" }, max_words: 2, run: triggerEvent },
  listen: { options: { ...ON_WORLD, ...LISTEN_OPTIONS }, max_words: 0, run: listen },
  record: { options: { ...ON_WORLD, all: "flag" }, max_words: 1, run: recordScenario },
  replay: { options: { ...ON_WORLD, timeout: "text", quiet: "text" }, max_words: 1, run: replayScenario },
  webhooks: { options: { ...ON_WORLD, follow: "flag", bot: "text" }, max_words: 2, run: controlWebhooks },
  fault: { options: { ...ON_WORLD, ...FAULT_OPTIONS }, max_words: 2, run: injectFaults },
  clock: { options: ON_WORLD, max_words: 2, run: setClock },
  world: { options: { ...COMMON, ...WORLD_OPTIONS }, max_words: 2, run: ruleWorlds },
  snapshot: { options: ON_WORLD, max_words: 2, run: ruleSnapshots },
};

/** @throws UsageError, CommandRefused */
export async function runDeveloperCommand(name: string, args: readonly string[]): Promise<void> {
  const { options, max_words, run } = DEVELOPER_COMMANDS[name]!;
  const read = readArguments(name, args, options, max_words);
  const { url, world, ...texts } = Object.fromEntries(read.texts);
  await run(onWorld(developerClient(url, process.env[TOKEN_VARIABLE]), world), {
    ...read,
    texts: new Map(Object.entries(texts)),
  });
}

/** Calls of the developer API on this world. Those of the user API find it by their access token. */
function onWorld(call: Call, world: string | undefined): Call {
  if (world === undefined) return call;
  return (path, params, ...rest) => call(path, path.startsWith("/developer/") ? { ...params, world } : params, ...rest);
}
