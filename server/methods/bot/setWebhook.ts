/** setWebhook: sets the URL to which updates are pushed (behaviour.md §6). */
import { setAllowedUpdates } from "../../store/queries/accounts/accounts.ts";
import { deleteWebhook as forget, findWebhook, saveWebhook } from "../../store/queries/bots/webhooks.ts";
import { tellNodes } from "../../store/queries/streams/service-stream.ts";
import { allowedUpdates } from "../common/allowed-updates.ts";
import { lockCallingBot } from "../common/calling-bot.ts";
import { ResultWithDescription } from "../engine/api-response.ts";
import { dropPending } from "../common/pending-updates.ts";
import { CERTIFICATE_BYTES, readCertificate } from "../common/webhook-certificate.ts";
import { bool, described, int, optional, ParameterError, text } from "../engine/fields.ts";
import { fileField } from "../common/file-fields.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

const DEFAULT_CONNECTIONS = 40;
const MAX_CONNECTIONS = 100;

export const setWebhook = botMethod({
  name: "setWebhook",
  summary: "Sets a URL to which the bot's updates are pushed; an empty one removes the webhook.",
  effect: "wait",
  access: { scope: "self" },
  files: () => ({ certificate: CERTIFICATE_BYTES }),
  fields: {
    url: described(
      optional(text({ max: 2048 })),
      "An http or https URL; empty removes the webhook. A user name and password in it are sent as Basic authorization.",
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
      "A self-signed certificate, or that of its authority, uploaded as a PEM file. It must name the host.",
    ),
  },
  result: schemas.True,
  codes: [400, 401],
  refusals: [],
  example: { request: { url: "https://bots.example/hook", secret_token: "s3cret" }, result: true },
  prepare: async (deps, params, files) => {
    checkSecret(params.secret_token);
    if (params.url === undefined) return "";
    const refusal = deps.checkWebhook(params.url, params.ip_address ?? "");
    if (refusal !== null) throw new ParameterError(`bad webhook: ${refusal}`);
    return readCertificate(deps, files, params.certificate);
  },
  async run(call, params, certificate) {
    const { deps, actor, now } = call;
    const url = params.url ?? "";
    const existed = await deps.db.write(async (tx) => {
      await lockCallingBot(tx, call);
      const before = await findWebhook(tx, actor.id);
      if (params.drop_pending_updates) await dropPending(tx, actor.id);
      if (params.allowed_updates !== undefined) await setAllowedUpdates(tx, actor.id, params.allowed_updates);
      if (url === "") await forget(tx, actor.id);
      else
        await saveWebhook(tx, {
          bot_id: actor.id,
          url,
          secret: params.secret_token ?? "",
          max_connections: Math.min(MAX_CONNECTIONS, Math.max(1, params.max_connections ?? DEFAULT_CONNECTIONS)),
          ip_address: params.ip_address ?? "",
          certificate,
          set_at: now,
          last_error_at: null,
          last_error: null,
          expired: 0,
        });
      tellNodes(tx, "webhook", actor.id);
      return before;
    });
    await deps.updates.botChanged();
    return new ResultWithDescription(true, sentence(url, existed?.url));
  },
});

function checkSecret(secret: string | undefined): void {
  if (secret === undefined) return;
  if (secret.length > 256) throw new ParameterError("secret token is too long");
  if (!/^[A-Za-z0-9_-]+$/.test(secret)) throw new ParameterError("secret token contains unallowed characters");
}

function sentence(url: string, before: string | undefined): string {
  if (url === "") return before === undefined ? "Webhook is already deleted" : "Webhook was deleted";
  return before === url ? "Webhook is already set" : "Webhook was set";
}
