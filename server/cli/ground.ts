/** What an operator's command is, and what it is carried out on. */
import type { Hashes } from "../app/tokens.ts";
import type { UpdateQueues } from "../methods/deps.ts";
import type { Db } from "../store/db.ts";
import { clock } from "./run.ts";

export interface Ground {
  readonly db: Db;
  readonly hashes: Hashes;
  /** Told what concerns polls and webhooks that run. */
  readonly updates: Pick<UpdateQueues, "tokenChanged" | "botChanged" | "webhookChanged" | "admissionChanged">;
  /** Where people reach the service, the first for everybody or for this machine; none where that is not known. */
  readonly addresses?: readonly string[];
}

/** The options of all commands; each uses its own. */
export interface Order {
  readonly command: string;
  readonly username?: string | undefined;
  readonly name?: string | undefined;
  readonly owner?: string | undefined;
  readonly password?: string | undefined;
  readonly is_owner?: boolean | undefined;
  readonly description?: string | undefined;
  readonly commands?: string | undefined;
  readonly privacy?: string | undefined;
  readonly join_groups?: string | undefined;
  readonly dialect?: string | undefined;
}

/** What an operator did wrong. */
export class OrderFault extends Error {}

/** Unix seconds. */
export const nowS = () => Math.floor(clock.now() / 1000);
