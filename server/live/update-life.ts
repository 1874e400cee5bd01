/** How long updates of bots are kept: 24 hours, or the shorter period that owners of the service have set. */
import type { Db } from "../store/db.ts";
import { findServiceRetention } from "../store/queries/retention/rules.ts";
import { UPDATE_RETENTION_S } from "./update-json.ts";

const HOUR_S = 3600;

/** It is in memory, because each delivery asks. A node follows a change as soon as it learns of it. */
export class UpdateLife {
  #seconds = UPDATE_RETENTION_S;

  get seconds(): number {
    return this.#seconds;
  }

  /** @throws StoreUnavailable */
  async load(db: Db): Promise<void> {
    const { updates_hours } = await db.read(findServiceRetention);
    this.#seconds = updates_hours === undefined ? UPDATE_RETENTION_S : updates_hours * HOUR_S;
  }
}
