/** forkWorld: makes a copy of a world. */
import { schemas } from "../engine/schemas.ts";
import { MADE_EXAMPLE, newNameField, worldField } from "./world-fields.ts";
import { described, optional, text } from "../engine/fields.ts";
import { worldsMethod } from "./developer-method.ts";

export const forkWorld = worldsMethod({
  name: "forkWorld",
  summary:
    "Makes a new world of the state of another one, or of one of its snapshots. Ids stay, tokens are new, and webhooks are not copied.",
  fields: {
    world: worldField(),
    snapshot: described(optional(text({ max: 64 })), "A snapshot of the world, in place of its present state."),
    name: newNameField(),
  },
  result: schemas.madeWorld,
  refusals: ["WORLD_NOT_FOUND", "SNAPSHOT_NOT_FOUND", "NO_SNAPSHOTS", "WORLD_EXISTS", "TOO_MANY_WORLDS"],
  example: { request: { world: "main", name: "copy" }, result: { world: "copy", ...MADE_EXAMPLE } },
  run: ({ worlds }, { world, snapshot, name }) => worlds.fork(world, snapshot, name),
});
