/** listSnapshots: the snapshots of a world. */
import { SNAPSHOT_EXAMPLE, worldField } from "./world-fields.ts";
import { worldsMethod } from "./developer-method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";

export const listSnapshots = worldsMethod({
  name: "listSnapshots",
  summary: "Lists the snapshots of a world, the oldest name first.",
  fields: { world: worldField() },
  result: objectOfSchema({ snapshots: arrayOfSchema(schemas.snapshot) }),
  refusals: ["WORLD_NOT_FOUND"],
  example: { request: {}, result: { snapshots: [SNAPSHOT_EXAMPLE] } },
  async run({ worlds }, { world }) {
    return { snapshots: worlds.listSnapshots(world) };
  },
});
