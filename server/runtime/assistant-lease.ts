/** Fences the calls of the assistant by its lease. */
import type { Tx } from "../store/db.ts";
import { LeaseLost, type Lease } from "../store/lease.ts";

/** The last lease of the assistant that this node had. */
export class AssistantLease {
  current: Lease | undefined;

  /** @returns false if another node has it, or may take it */
  async keep(tx: Tx): Promise<boolean> {
    try {
      await this.current?.require(tx);
      return true;
    } catch (error) {
      if (error instanceof LeaseLost) return false;
      throw error;
    }
  }
}
