/** saveSnapshot: saves the state of a world in memory. */
import { schemas } from "../engine/schemas.ts";
import { SNAPSHOT_EXAMPLE, snapshotField, worldField } from "./world-fields.ts";
import { worldsMethod } from "./developer-method.ts";

export const saveSnapshot = worldsMethod({
  name: "saveSnapshot",
  summary:
    "Saves the state of a world under a name, in place of an earlier snapshot of this name: everything that is stored, and the clock.",
  fields: { world: worldField(), snapshot: snapshotField() },
  result: schemas.snapshot,
  refusals: ["WORLD_NOT_FOUND", "NO_SNAPSHOTS", "TOO_MANY_SNAPSHOTS"],
  example: { request: { snapshot: "greeted" }, result: SNAPSHOT_EXAMPLE },
  run: ({ worlds }, { world, snapshot }) => worlds.saveSnapshot(world, snapshot),
});
