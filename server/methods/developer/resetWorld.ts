/** resetWorld: sets a world back to its beginning. */
import { worldField } from "./world-fields.ts";
import { worldsMethod } from "./developer-method.ts";

export const resetWorld = worldsMethod({
  name: "resetWorld",
  summary:
    "Sets a world back to the state in which it was made. Its tokens keep working. Otherwise it does what `restoreSnapshot` does.",
  fields: { world: worldField() },
  refusals: ["WORLD_NOT_FOUND", "NO_SNAPSHOTS"],
  example: { request: { world: "w1" }, result: true },
  async run({ worlds }, { world }) {
    await worlds.reset(world);
    return true;
  },
});
