/** What tells a person's own open pages of a change. */
import type { Tx } from "../../store/db.ts";

/** The person's open pages load their profile and their settings again. */
export function tellOwnPages(tx: Tx, person_id: number): void {
  tx.append({ stream: person_id, kind: "profile", ref: person_id, body: "" });
}
