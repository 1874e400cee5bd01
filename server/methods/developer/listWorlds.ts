/** listWorlds: the worlds of the process. */
import { worldsMethod } from "./developer-method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";

export const listWorlds = worldsMethod({
  name: "listWorlds",
  summary: "Lists the worlds, the main one first, with the names of their snapshots.",
  fields: {},
  result: objectOfSchema({
    worlds: arrayOfSchema(schemas.worldState),
  }),
  example: {
    request: {},
    result: {
      worlds: [
        { world: "main", snapshots: ["greeted"] },
        { world: "w1", snapshots: [] },
      ],
    },
  },
  async run({ worlds }) {
    return { worlds: worlds.list() };
  },
});
