/** newWorld: makes a further world in memory. */
import { schemas } from "../engine/schemas.ts";
import { contentField, MADE_EXAMPLE, newNameField } from "./world-fields.ts";
import { worldsMethod } from "./developer-method.ts";

export const newWorld = worldsMethod({
  name: "newWorld",
  summary:
    "Makes a world with its own people, bots, chats, clock, rate limits and records. Their tokens work in it alone, at the same address.",
  fields: { name: newNameField(), content: contentField() },
  result: schemas.madeWorld,
  refusals: ["WORLD_EXISTS", "TOO_MANY_WORLDS"],
  example: {
    request: { content: { people: [{ name: "Alice", username: "alice" }] } },
    result: { world: "w1", ...MADE_EXAMPLE },
  },
  run: ({ worlds }, { name, content }) => worlds.create(name, content),
});
