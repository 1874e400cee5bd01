/** setWebhook: has updates pushed to an address (behaviour.md §6). */
import { setAllowedUpdates } from "../../store/accounts.ts";
import { deleteWebhook as forget, findWebhook, saveWebhook } from "../../store/webhooks.ts";
import { allowedUpdates } from "../allowed-updates.ts";
import { Described } from "../answer.ts";
import { dropPending } from "../pending-updates.ts";
import { CERTIFICATE_BYTES, readCertificate } from "../certificate.ts";
import { bool, described, int, optional, ParameterFault, text } from "../fields.ts";
import { fileField } from "../file-fields.ts";
import { botMethod } from "../method.ts";
import { schemas } from "../schemas.ts";

const DEFAULT_CONNECTIONS = 40;
const MAX_CONNECTIONS = 100;

export const setWebhook = botMethod({
  name: "setWebhook",
  summary: "Has the bot's updates pushed to an address; an empty one turns the webhook off.",
  effect: "wait",
  access: { scope: "self" },
  files: () => ({ certificate: CERTIFICATE_BYTES }),
  fields: {
    url: described(optional(text({ max: 2048 })), "An http or https address; empty removes the webhook."),
    secret_token: described(
      optional(text({ max: 4096 })),
      "1 to 256 of A-Z a-z 0-9 _ -; sent in X-Telegram-Bot-Api-Secret-Token, and the key of webhook-signature.",
    ),
    max_connections: described(optional(int()), "Deliveries at once, 1 to 100; 40 by default."),
    allowed_updates: optional(allowedUpdates()),
    drop_pending_updates: described(optional(bool()), "Forget what is pending."),
    ip_address: described(optional(text({ max: 64 })), "Where the host's name leads, whatever it resolves to."),
    certificate: described(
      optional(fileField("certificate")),
      "A self-signed certificate, or the authority's that signed it: a PEM file, uploaded. It must name the host.",
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
    if (refusal !== null) throw new ParameterFault(`bad webhook: ${refusal}`);
    return readCertificate(deps, files, params.certificate);
  },
  async run({ deps, actor, now }, params, certificate) {
    const url = params.url ?? "";
    const existed = await deps.db.write(async (tx) => {
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
      return before;
    });
    deps.updates.webhookChanged(actor.id, url !== "");
    return new Described(true, sentence(url, existed?.url));
  },
});

function checkSecret(secret: string | undefined): void {
  if (secret === undefined) return;
  if (secret.length > 256) throw new ParameterFault("secret token is too long");
  if (!/^[A-Za-z0-9_-]+$/.test(secret)) throw new ParameterFault("secret token contains unallowed characters");
}

function sentence(url: string, before: string | undefined): string {
  if (url === "") return before === undefined ? "Webhook is already deleted" : "Webhook was deleted";
  return before === url ? "Webhook is already set" : "Webhook was set";
}
