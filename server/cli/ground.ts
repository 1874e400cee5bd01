/** What an operator's command is carried out on. */
import type { Hashes } from "../app/tokens.ts";
import type { UpdateQueues } from "../methods/deps.ts";
import type { Db } from "../store/db.ts";
import { clock } from "./machine.ts";

export interface Ground {
  readonly db: Db;
  readonly hashes: Hashes;
  /** Told what concerns polls and webhooks that run. */
  readonly updates: Pick<UpdateQueues, "tokenChanged" | "botChanged" | "webhookChanged" | "admissionChanged">;
  /** Where people reach the service, the first for everybody or for this machine; none where that is not known. */
  readonly addresses?: readonly string[];
}

/** Unix seconds. */
export const nowS = () => Math.floor(clock.now() / 1000);
