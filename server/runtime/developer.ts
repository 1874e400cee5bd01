/** Developer mode and the developer console in a service: how they are opened, and the observer of uploads. */
import { MAIN_WORLD } from "@heliogram/shared/developer.ts";
import { DeveloperConsole } from "../developer/developer-console.ts";
import { DeveloperLogs } from "../developer/developer-logs.ts";
import { Developer } from "../developer/developer.ts";
import type { FaultRule } from "../developer/faults/fault.ts";
import type { AttemptLog } from "../developer/webhooks/attempt-log.ts";
import type { AttemptFault, DeliveryFaults } from "../live/delivery-faults.ts";
import type { MediaPort } from "../methods/engine/deps.ts";
import { adjustableClock, type AdjustableClock, type ClockState } from "../ports/adjustable-clock.ts";
import type { Clock } from "../ports/clock.ts";
import type { Random } from "../ports/random.ts";
import type { Db } from "../store/db.ts";
import { yieldToEventLoop } from "./event-loop.ts";
import { clock as machine } from "./system.ts";

/** Random bytes of the id of logs. */
const LOG_ID_BYTES = 8;

interface OpenedWorld {
  readonly name?: string | undefined;
  readonly developer?: Developer | undefined;
}

/** Turns of the event loop and reads of the store in which a timer's consequences begin. */
const SETTLING_ROUNDS = 5;
/** The longest wait for webhooks that are being called. A receiver that hangs does not keep the clock from being advanced. */
const MAX_SETTLE_MS = 2000;

/** In developer mode, the service goes by a clock that can be advanced, and everything outside it by the given one. */
export function withAdjustableClock<O extends { readonly clock: Clock; readonly developer?: boolean }>(
  options: O,
  state?: ClockState,
): O & { readonly adjustable?: AdjustableClock; readonly machine?: Clock } {
  if (options.developer !== true) return options;
  const adjustable = adjustableClock(options.clock, state);
  return { ...options, adjustable, clock: adjustable, machine: options.clock };
}

/** @param world - its name, and developer mode of the instance before, whose lists are continued without their entries */
export function openDeveloper(
  clock: AdjustableClock,
  { fraction, bytes }: Random,
  { name = MAIN_WORLD, developer: before }: OpenedWorld,
): Developer {
  const id = logId(bytes);
  return new Developer({
    id,
    world: name,
    clock,
    fraction,
    machine,
    before,
    settle,
  });
}

/** The console of a service: its logs are those of developer mode, or exist while an owner has it on. */
export function openConsole(clock: Clock, { bytes }: Random, developer: Developer | undefined): DeveloperConsole {
  return new DeveloperConsole(
    () => new DeveloperLogs({ id: logId(bytes), now: () => clock.now(), machine }),
    developer,
  );
}

function logId(bytes: Random["bytes"]): string {
  return bytes(LOG_ID_BYTES).toString("hex");
}

async function settle(db: Db, attempts: AttemptLog): Promise<void> {
  for (let round = 0; round < SETTLING_ROUNDS; round++) {
    await yieldToEventLoop();
    await db.read(async () => {});
  }
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const cancel = machine.after(MAX_SETTLE_MS, resolve);
  await Promise.race([attempts.idle(), late]);
  cancel();
}

/** Notes what the service makes of uploads, so that recorded calls lead to the files that they have sent. */
export function observedMedia(media: MediaPort, { calls }: Developer): MediaPort {
  return {
    ...media,
    async examine(sent) {
      const examined = await media.examine(sent);
      if (examined.ok) calls.examined(sent.upload, sent.hints.thumbnail, examined.media);
      return examined;
    },
  };
}

export function deliveryFaults({ faults }: Developer): DeliveryFaults {
  return {
    mixesUpdates: () => faults.has("updates"),
    ofUpdate(bot_id, event, hasNext) {
      const effect = faults.ofUpdate(bot_id, event, hasNext)?.rule.effect;
      return effect === "duplicate" || effect === "reorder" ? effect : undefined;
    },
    ofAttempt(bot_id, event) {
      const fault = faults.has("webhooks") ? faults.ofDelivery(bot_id, event) : undefined;
      return fault && { name: fault.name, isSent: fault.rule.when === "after", outcome: outcomeOf(fault.rule) };
    },
  };
}

function outcomeOf({ effect, error }: FaultRule): AttemptFault["outcome"] {
  // The words of the client for outgoing requests.
  if (effect === "webhook_timeout") return { error: "the request timed out" };
  if (effect === "webhook_reset") return { error: "the connection was cut" };
  const { error_code: status, retry_after } = error!;
  return retry_after === undefined ? { status } : { status, retry_after: String(retry_after) };
}
