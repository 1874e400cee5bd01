/** Requests to the push services of devices, through the egress client, and what their answers mean (RFC 8030). */
import { createHmac } from "node:crypto";
import { pushPurpose } from "../app/accounts/push-subscriptions.ts";
import type { Seal } from "../app/accounts/seal.ts";
import { EgressError } from "../egress/egress-error.ts";
import type { Egress, EgressResponse } from "../egress/egress.ts";
import type { PushSubscription, ShownKey } from "../store/queries/accounts/push-subscriptions.ts";
import { encryptPush } from "./encrypt.ts";
import { payloadBytes, type PushPayload } from "./payload.ts";
import type { Vapid } from "./vapid.ts";

/** How long a push service keeps what a device that is off has not taken. */
const TTL_S = 86_400;
const TIMEOUT_MS = 30_000;
const RESPONSE_BYTES = 64 * 1024;
/** Characters of an answer that are shown to the person. */
const SHOWN_CHARACTERS = 300;
/** RFC 8030 allows 32 characters of base64url. */
const TOPIC_CHARACTERS = 32;

/** How urgent a push is for a device that saves its battery (RFC 8030, section 5.3). */
export type Urgency = "low" | "normal" | "high";

export interface OutgoingPush {
  readonly payload: PushPayload;
  readonly urgency: Urgency;
  /** What it is about: it takes the place of an earlier one that the device has not got yet. */
  readonly about?: ShownKey | undefined;
}

/** What became of a push. `unreadable`: the secret was sealed with another key. */
export type PushOutcome =
  | { readonly kind: "delivered"; readonly status: number }
  | { readonly kind: "gone"; readonly error: string; readonly status?: number }
  | { readonly kind: "too_large"; readonly error: string; readonly status: number }
  | {
      readonly kind: "failed";
      readonly error: string;
      readonly status?: number;
      readonly text?: string;
      readonly retry_after?: string | undefined;
    };

export interface PushServiceDeps {
  readonly egress: Pick<Egress, "post">;
  readonly vapid: Vapid;
  readonly seal: Seal;
  /** Names what a push is about to push services, which learn nothing of chats by it. */
  readonly topic_key: Buffer;
  readonly bytes: (length: number) => Buffer;
  readonly now_ms: () => number;
}

export class PushService {
  readonly #deps: PushServiceDeps;

  constructor(deps: PushServiceDeps) {
    this.#deps = deps;
  }

  /** Sends a push to a device. Fails by its outcome alone. */
  async send(to: PushSubscription, push: OutgoingPush): Promise<PushOutcome> {
    const { egress, vapid, seal, bytes, now_ms } = this.#deps;
    const auth = seal.open(to.auth, pushPurpose(to.id));
    if (auth === undefined)
      return { kind: "gone", error: "the service has another secret key than when it subscribed" };
    const body = encryptPush(payloadBytes(push.payload), { p256dh: to.p256dh, auth }, bytes);
    const topic = push.about === undefined ? {} : { topic: this.#topicOf(to, push.about) };
    const headers = {
      "content-type": "application/octet-stream",
      "content-encoding": "aes128gcm",
      ttl: String(TTL_S),
      urgency: push.urgency,
      authorization: vapid.authorization(to.endpoint, Math.floor(now_ms() / 1000)),
      ...topic,
    };
    const limits = { account_id: to.account_id, timeout_ms: TIMEOUT_MS, max_response_bytes: RESPONSE_BYTES };
    try {
      const response = await egress.post(to.endpoint, headers, body, limits);
      response.release();
      return outcomeOf(response);
    } catch (error) {
      if (!(error instanceof EgressError)) throw error;
      return { kind: "failed", error: error.message };
    }
  }

  #topicOf(to: PushSubscription, { chat_id, thread_id }: ShownKey): string {
    const name = `${to.id} ${chat_id} ${thread_id}`;
    return createHmac("sha256", this.#deps.topic_key).update(name).digest("base64url").slice(0, TOPIC_CHARACTERS);
  }
}

function outcomeOf({ status, headers, body }: EgressResponse): PushOutcome {
  if (status >= 200 && status < 300) return { kind: "delivered", status };
  const error = `the push service has answered ${status}`;
  if (status === 404 || status === 410) return { kind: "gone", error, status };
  if (status === 413) return { kind: "too_large", error, status };
  const text = body.toString("utf8", 0, SHOWN_CHARACTERS);
  return { kind: "failed", error, status, text, retry_after: headers["retry-after"] };
}
