/** setWebhook: sets the URL to which updates are pushed (behaviour.md §6). */
import { removeWebhook, setWebhook as set } from "../../app/bots/set-webhook.ts";
import { accountableId } from "../../domain/accounts.ts";
import { hasHidden, HIDDEN } from "../../domain/hide-tokens.ts";
import { hasScheme } from "../../domain/text/address-scheme.ts";
import { allowedUpdates } from "./allowed-updates.ts";
import { lockCallingBot } from "./calling-bot.ts";
import { ResultWithDescription } from "../engine/api-response.ts";
import { CERTIFICATE_BYTES, readCertificate } from "./webhook-certificate.ts";
import { bool, described, int, optional, ParameterError, text } from "../engine/fields.ts";
import { fileField } from "../engine/file-fields.ts";
import { botMethod } from "../engine/method.ts";

const DEFAULT_CONNECTIONS = 40;
const MAX_CONNECTIONS = 100;

const DESCRIPTIONS = {
  set: "Webhook was set",
  unchanged: "Webhook is already set",
  removed: "Webhook was deleted",
  absent: "Webhook is already deleted",
} as const;

export const setWebhook = botMethod({
  name: "setWebhook",
  summary: "Sets a URL to which the bot's updates are pushed; an empty one removes the webhook.",
  effect: "wait",
  access: { scope: "self" },
  files: () => ({ certificate: CERTIFICATE_BYTES }),
  fields: {
    url: described(
      optional(text({ max: 2048 })),
      "An http or https URL, https where it has no scheme; empty removes the webhook. A user name and password in it are sent as Basic authorization.",
    ),
    secret_token: described(
      optional(text({ max: 4096 })),
      "1 to 256 characters of A-Z a-z 0-9 _ -; sent in X-Telegram-Bot-Api-Secret-Token, and the key of webhook-signature.",
    ),
    max_connections: described(
      optional(int()),
      "The largest number of simultaneous deliveries, 1 to 100; 40 by default.",
    ),
    allowed_updates: optional(allowedUpdates()),
    drop_pending_updates: described(optional(bool()), "Delete all pending updates."),
    ip_address: described(
      optional(text({ max: 64 })),
      "The IP address to use for the host instead of resolving its name.",
    ),
    certificate: described(
      optional(fileField("certificate")),
      "A self-signed certificate, or that of its authority, uploaded as a PEM file. It must name the host. A private key in the file is not stored.",
    ),
  },
  example: { request: { url: "https://bots.example/hook", secret_token: "s3cret" }, result: true },
  prepare: async ({ deps, params, files, actor }) => {
    checkSecret(params.secret_token);
    const url = completed(params.url ?? "");
    if (hasHidden(url))
      throw new ParameterError(`bad webhook: ${HIDDEN} stands for what was hidden: give the whole address`);
    if (url === "") return { url, resolved_ip_address: "", certificate: "" };
    const ip_address = params.ip_address ?? "";
    const refusal = deps.checkWebhook(url, ip_address);
    if (refusal !== null) throw new ParameterError(`bad webhook: ${refusal}`);
    const certificate = await readCertificate(deps, files, params.certificate);
    const resolved_ip_address = ip_address === "" ? await deps.addressOf(url, accountableId(actor)) : "";
    return { url, resolved_ip_address, certificate };
  },
  async run(call, params, { url, resolved_ip_address, certificate }) {
    const { deps, actor, now } = call;
    const options = {
      drop_pending_updates: params.drop_pending_updates ?? false,
      allowed_updates: params.allowed_updates,
    };
    const wanted = {
      bot_id: actor.id,
      url,
      secret: params.secret_token ?? "",
      max_connections: Math.min(MAX_CONNECTIONS, Math.max(1, params.max_connections ?? DEFAULT_CONNECTIONS)),
      ip_address: params.ip_address ?? "",
      resolved_ip_address,
      certificate,
    };
    const outcome = await deps.db.write(async (tx) => {
      await lockCallingBot(tx, call);
      if (url !== "") return set(tx, wanted, options, now);
      return (await removeWebhook(tx, actor.id, options)) ? "removed" : "absent";
    });
    if (outcome !== "absent") await deps.updates.botChanged();
    return new ResultWithDescription(true, DESCRIPTIONS[outcome]);
  },
});

/** An address without a scheme means https, as in Telegram. */
function completed(url: string): string {
  return url === "" || hasScheme(url) ? url : `https://${url}`;
}

function checkSecret(secret: string | undefined): void {
  if (secret === undefined) return;
  if (secret.length > 256) throw new ParameterError("secret token is too long");
  if (!/^[A-Za-z0-9_-]+$/.test(secret)) throw new ParameterError("secret token contains unallowed characters");
}
