/** `heliogram webhooks`: the webhooks of a running `heliogram dev`, and what is done with their deliveries. */
import type { Arguments } from "../arguments.ts";
import { UsageError } from "../errors.ts";
import type { Call } from "./client.ts";
import { attemptLine, webhookLine } from "./lines.ts";
import { list } from "./lists.ts";

/** What is done with a bot's webhook, and what is printed then. */
const ACTIONS: Readonly<Record<string, readonly [method: string, done: string]>> = {
  pause: ["pauseWebhook", "paused"],
  resume: ["resumeWebhook", "resumed"],
  retry: ["retryWebhook", "retried"],
};

const VERBS = ["list", "attempts", ...Object.keys(ACTIONS), "redeliver"];

/** @throws UsageError, CommandRefused */
export async function controlWebhooks(call: Call, args: Arguments): Promise<void> {
  const [verb = "", word] = args.words;
  if (!VERBS.includes(verb))
    throw new UsageError(`${`webhooks ${verb}`.trim()} is no command; webhooks has ${VERBS.join(", ")}`);
  const [option] = [...args.flags.keys(), ...args.texts.keys()].filter((name) => name === "follow" || name === "bot");
  if (verb !== "attempts" && option !== undefined) throw new UsageError(`--${option} belongs to webhooks attempts`);
  const isList = verb === "list" || verb === "attempts";
  if (isList && word !== undefined) throw new UsageError(`webhooks ${verb} does not know what to do with ${word}`);
  if (verb === "list") return list(call, args, { method: "listWebhooks", entries: "webhooks", line: webhookLine });
  if (verb === "attempts")
    return list(call, args, { method: "listWebhookAttempts", entries: "attempts", line: attemptLine });
  if (word === undefined)
    throw new UsageError(`webhooks ${verb} needs ${ACTIONS[verb] ? "a bot" : "the id of an attempt"}`);
  const asJson = args.flags.get("json");
  if (ACTIONS[verb]) {
    const [method, done] = ACTIONS[verb];
    const result = await call(`/developer/${method}`, { bot: word });
    process.stdout.write(`${asJson ? JSON.stringify(result) : done}\n`);
    return;
  }
  const { attempt } = (await call("/developer/redeliver", { attempt: word })) as { readonly attempt: never };
  process.stdout.write(`${asJson ? JSON.stringify(attempt) : attemptLine(attempt)}\n`);
}
