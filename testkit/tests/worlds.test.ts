/** Each test has a world of its own, in this process or in a running service. */
import { startHeliogram } from "@heliogram/testkit";
import "@heliogram/testkit/vitest";
import { startDev } from "heliogram";
import { expect, test } from "vitest";
import { shopBot } from "./shop-bot.ts";

/** No test depends on how fast the machine is. */
const PATIENT = { timeout: 30_000 };

test("worlds of one service know nothing of each other", async () => {
  await using one = await startHeliogram({ ...PATIENT, bots: ["one_bot"] });
  await using other = await startHeliogram({ ...PATIENT, bots: ["other_bot"] });
  expect(other.url).toBe(one.url);
  await one.person("alice").send("/start");
  await one.clock.freeze();
  await one.faults.next("sendMessage", 500);
  expect(await other.transcript()).toBe("(nobody has done anything)");
  expect((await other.clock.state()).is_frozen).toBe(false);
  expect(await other.faults.list()).toEqual([]);
  expect(await one.transcript()).toContain("alice → one_bot: /start");
});

test("a world in a service that runs already", async () => {
  const service = await startDev({ assistant: false });
  try {
    const h = await startHeliogram({ ...PATIENT, url: service.url });
    h.run(shopBot(h.bot().token, h.url));
    await h.person("alice").send("/start");
    await expect(h.bot()).toReply(/Welcome/, { to: "alice" });
    await h.close();
    const response = await fetch(`${service.url}/developer/listWorlds`, { method: "POST" });
    const { result } = (await response.json()) as { result: { worlds: { world: string }[] } };
    expect(result.worlds.map(({ world }) => world)).toEqual(["main"]);
  } finally {
    await service.close();
  }
});

test("a world with contradictions", async () => {
  await expect(startHeliogram({ ...PATIENT, chats: [{ title: "Team", creator: "dave" }] })).rejects.toThrow(/dave/);
});
