/** exportWorld: a world as the content of a world file. */
import { worldField } from "./world-fields.ts";
import { worldsMethod } from "./developer-method.ts";
import { objectOfSchema } from "../engine/schemas.ts";

export const exportWorld = worldsMethod({
  name: "exportWorld",
  summary:
    "Returns a world as the content of a world file, for `newWorld` and `heliogram dev --world`. It has people, bots, chats and members; messages, files, passwords and tokens are left out, and so is who has no user name where somebody must be named.",
  fields: { world: worldField() },
  result: objectOfSchema({ content: { type: "object", description: "What a world file contains." } }),
  refusals: ["WORLD_NOT_FOUND"],
  example: {
    request: {},
    result: {
      content: {
        people: [{ name: "Alice", username: "alice" }],
        bots: [{ name: "Echo", username: "echo_bot", started_by: ["alice"] }],
        chats: [],
      },
    },
  },
  async run({ worlds }, { world }) {
    return { content: await worlds.export(world) };
  },
});
