/** The authorization matrix: every method by every caller upon every object (behaviour.md §1, §3, §4). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BOT_METHODS } from "heliogram/methods/bot/index.ts";
import type { Method } from "heliogram/methods/method.ts";
import { WEB_METHODS } from "heliogram/methods/web/index.ts";
import { CALLERS } from "./callers.ts";
import { cellsOf } from "./cells.ts";
import type { Face } from "./expected.ts";
import { judge, Seen, type Worlds } from "./judge.ts";
import { Stages } from "./stage.ts";

const METHODS: readonly [Face, Method][] = [
  ...BOT_METHODS.map((method): [Face, Method] => ["bot", method]),
  ...WEB_METHODS.map((method): [Face, Method] => ["person", method]),
];
const aboutChats = METHODS.filter(([, method]) => CALLERS.has(method.name) || method.access.scope === "chat");

describe("the matrix", () => {
  let worlds: Worlds;
  const seen = new Seen();
  let count = 0;
  beforeAll(async () => {
    worlds = { refused: await Stages.open(), allowed: await Stages.open() };
  });
  afterAll(async () => {
    console.log("cells", count);
    await worlds.refused.t.stop();
    await worlds.allowed.t.stop();
  });

  test.each(aboutChats.map(([face, method]) => [face, method.name, method] as const))(
    "%s: %s",
    async (face, _name, method) => {
      const cells = cellsOf(face, method);
      count += cells.length;
      expect(await judge(worlds, cells, seen)).toEqual([]);
    },
  );
});
