/** restoreSnapshot: sets a world back to a snapshot. */
import { snapshotField, worldField } from "./world-fields.ts";
import { worldsMethod } from "./developer-method.ts";

export const restoreSnapshot = worldsMethod({
  name: "restoreSnapshot",
  summary:
    "Sets a world back to a snapshot. Long polls end with an empty result, web sockets are closed so that clients reconnect, and rate limits, fault rules and records begin anew. Updates that wait get new, higher ids.",
  fields: { world: worldField(), snapshot: snapshotField() },
  refusals: ["WORLD_NOT_FOUND", "SNAPSHOT_NOT_FOUND", "NO_SNAPSHOTS"],
  example: { request: { snapshot: "greeted" }, result: true },
  async run({ worlds }, { world, snapshot }) {
    await worlds.restoreSnapshot(world, snapshot);
    return true;
  },
});
