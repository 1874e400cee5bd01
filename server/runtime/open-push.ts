/** Opens what pushes need before the service runs: its keys, and requests to push services. */
import type { Seal } from "../app/accounts/seal.ts";
import type { Egress } from "../egress/egress.ts";
import type { PushPort } from "../methods/engine/deps.ts";
import { keysFault } from "../push/encrypt.ts";
import { PushService } from "../push/push-service.ts";
import { testPush } from "../push/test-push.ts";
import { Vapid } from "../push/vapid.ts";
import type { Clock } from "../ports/clock.ts";
import type { Random } from "../ports/random.ts";
import { subkey } from "./secret-key.ts";

export interface PushOptions {
  /** Whether messages are pushed to people's devices. */
  readonly push: boolean;
  /** Where the operators of push services reach that of this one; by default `public_url`, if it is https. */
  readonly push_contact?: string | undefined;
}

interface OpenOptions extends PushOptions {
  readonly public_url: string | undefined;
  readonly random: Random;
  readonly clock: Clock;
}

export interface PushParts {
  readonly service: PushService;
  readonly port: PushPort;
}

/** @returns `undefined` where the service sends no pushes */
export function openPush(options: OpenOptions, key: Buffer, seal: Seal, egress: Egress): PushParts | undefined {
  const { push, push_contact, public_url, random, clock } = options;
  if (!push) return undefined;
  const contact = push_contact ?? (public_url?.startsWith("https:") ? public_url : undefined);
  const vapid = new Vapid(subkey(key, "vapid"), contact);
  const [topic_key, now_ms] = [subkey(key, "push_topic"), () => clock.now()];
  const service = new PushService({ egress, vapid, seal, topic_key, bytes: random.bytes, now_ms });
  const port: PushPort = {
    public_key: vapid.public_key,
    check: (endpoint, keys) => egress.check(endpoint) ?? keysFault(keys),
    test: (to) => testPush({ egress, service }, to),
  };
  return { service, port };
}
