/** dropWorld: ends a further world. */
import { MAX_WORLD_NAME } from "@heliogram/shared/limits.ts";
import { described, text } from "../engine/fields.ts";
import { worldsMethod } from "./developer-method.ts";

export const dropWorld = worldsMethod({
  name: "dropWorld",
  summary: "Ends a world and frees its memory. Its tokens are unknown from then on.",
  fields: { world: described(text({ max: MAX_WORLD_NAME }), "The world. The main one can't be dropped.") },
  refusals: ["WORLD_NOT_FOUND", "MAIN_WORLD"],
  example: { request: { world: "w1" }, result: true },
  async run({ worlds }, { world }) {
    await worlds.drop(world);
    return true;
  },
});
