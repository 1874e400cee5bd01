/** `heliogram listen --forward-to URL`: delivers a bot's updates to a URL until Ctrl-C, and prints what it answers. */
import type { User } from "@heliogram/shared/wire.ts";
import { hasHidden } from "../../domain/hide-tokens.ts";
import { hasScheme } from "../../domain/text/address-scheme.ts";
import type { Arguments } from "../arguments.ts";
import { CommandRefused, UsageError } from "../errors.ts";
import { findBot } from "./acting.ts";
import type { Call } from "./client.ts";
import { forwardedLine } from "./lines.ts";
import { untilStopped } from "./until-stopped.ts";

export const LISTEN_OPTIONS = { "forward-to": "text", bot: "text", secret: "text", force: "flag" } as const;

/** Seconds that one request waits for attempts. */
const WAIT_S = 50;

interface WebhookInfo {
  readonly url: string;
  readonly has_custom_certificate: boolean;
  readonly max_connections?: number;
}

/** A webhook as developer mode shows it. */
interface ListedWebhook {
  readonly bot_id: number;
  readonly url: string;
  /** Set by the bot; that of `getWebhookInfo` may be looked up. */
  readonly ip_address?: string;
}

interface Attempt {
  readonly url: string;
  readonly status?: number;
  readonly error?: string;
}

/** What the parts of the command have in common. */
interface Listening {
  readonly call: Call;
  readonly bot: User;
  /** Prints what happens, beside the attempts. */
  readonly print: (sentence: string) => void;
}

/** @throws UsageError, CommandRefused */
export async function listen(call: Call, { texts, flags }: Arguments): Promise<void> {
  const url = texts.get("forward-to");
  if (!url) throw new UsageError("listen needs --forward-to URL, the address that gets the updates");
  const asJson = flags.get("json") === true;
  const bot = await findBot(call, texts.get("bot"));
  const before = await askAs<WebhookInfo>(call, bot, "getWebhookInfo", {});
  if (before.url !== "" && !flags.get("force"))
    throw new CommandRefused(
      `${bot.username} has a webhook already: ${before.url}. --force replaces it until the command ends, but its secret token cannot be put back`,
    );
  const ip_address = (await listedWebhook(call, bot))?.ip_address;
  const signal = untilStopped();
  const { revision } = await attempts(call, { bot: bot.id, limit: 1 });
  const secret = texts.get("secret");
  const forwardTo = hasScheme(url) ? url : `http://${url}`;
  await askAs(call, bot, "setWebhook", { url: forwardTo, ...(secret === undefined ? {} : { secret_token: secret }) });
  const print = (sentence: string) => void (asJson ? process.stderr : process.stdout).write(`${sentence}\n`);
  const listening = { call, bot, print };
  const address = (await listedWebhook(call, bot))?.url;
  try {
    print(`Forwarding updates of ${bot.username} to ${address}. Press Ctrl-C to stop.`);
    await follow(listening, { address, after: revision, asJson, signal });
  } finally {
    await setBack(listening, address, { ...before, ip_address });
  }
}

interface Following {
  readonly address: string | undefined;
  readonly after: number;
  readonly asJson: boolean;
  readonly signal: AbortSignal;
}

/** Prints the attempts that are over, as they come, until the signal. */
async function follow({ call, bot }: Listening, { address, after, asJson, signal }: Following): Promise<void> {
  for (let revision = after; !signal.aborted;) {
    let page;
    try {
      page = await attempts(call, { bot: bot.id, after: revision, timeout: WAIT_S }, signal);
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    for (const attempt of page.attempts) {
      const isOver = attempt.status !== undefined || attempt.error !== undefined;
      if (!isOver || attempt.url !== address) continue;
      process.stdout.write(`${asJson ? JSON.stringify(attempt) : forwardedLine(attempt as never)}\n`);
    }
    revision = page.revision;
  }
}

/** Removes the webhook and puts back the one before it. One that somebody else has set meanwhile stays. */
async function setBack(
  { call, bot, print }: Listening,
  address: string | undefined,
  before: WebhookInfo & { readonly ip_address: string | undefined },
): Promise<void> {
  const now = (await listedWebhook(call, bot))?.url;
  if (now !== address) {
    print(`The webhook of ${bot.username} was changed meanwhile, and stays as it is: ${now ?? "there is none"}.`);
    return;
  }
  const { url, max_connections, ip_address, has_custom_certificate } = before;
  // The same address is that of a command that could not end in order.
  if (url === "" || url === address) {
    await askAs(call, bot, "deleteWebhook", {});
    print(`Removed the webhook of ${bot.username}. Updates that wait are kept: the bot can poll again.`);
  } else if (has_custom_certificate || hasHidden(url)) {
    await askAs(call, bot, "deleteWebhook", {});
    print(
      `Removed the webhook of ${bot.username}. The one before it has a secret or a certificate; set it again: ${url}`,
    );
  } else {
    await askAs(call, bot, "setWebhook", { url, max_connections, ...(ip_address === undefined ? {} : { ip_address }) });
    print(`Put back the webhook of ${bot.username}, without a secret token: ${url}`);
  }
}

async function listedWebhook(call: Call, bot: User): Promise<ListedWebhook | undefined> {
  const { webhooks } = (await call("/developer/listWebhooks", {})) as { readonly webhooks: readonly ListedWebhook[] };
  return webhooks.find(({ bot_id }) => bot_id === bot.id);
}

interface AttemptPage {
  readonly attempts: readonly Attempt[];
  readonly revision: number;
}

async function attempts(call: Call, page: object, signal?: AbortSignal): Promise<AttemptPage> {
  return (await call("/developer/listWebhookAttempts", page, undefined, signal)) as AttemptPage;
}

/** Calls a method as the bot, without its token. @throws CommandRefused */
async function askAs<T>(call: Call, bot: User, method: string, params: object): Promise<T> {
  const { response } = (await call("/developer/callBot", { bot: bot.id, method, params })) as {
    readonly response?: { readonly ok: boolean; readonly result: T; readonly description?: string };
  };
  if (response?.ok !== true)
    throw new CommandRefused(
      `${method} of ${bot.username} was refused: ${response?.description ?? "it has no answer"}`,
    );
  return response.result;
}
