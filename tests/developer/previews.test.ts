/** What developers see of previews of links, and how a world has them. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startDev } from "heliogram/index.ts";
import { CommandFolder } from "../support/commands.ts";
import { PageServer } from "../support/page-server.ts";
import { startWorld, WORLD, type Json, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { develop } from "./developer-calls.ts";
import { newWorld } from "./developer-worlds.ts";

let t: TestService;
let pages: PageServer;
beforeAll(async () => {
  pages = await new PageServer().listen();
});
afterAll(() => pages.close());

const page = (path: string, title: string) =>
  pages.page("127.0.0.1", path, `<html><head><title>${title}</title></head></html>`);

/** The previews that are over, once there are so many. */
const looked = (count: number, world?: string): Promise<Json[]> =>
  until(async () => {
    const { previews } = await develop(t, "listLinkPreviews", { world });
    return previews.length === count && previews.every((each: Json) => each.outcome !== undefined) && previews;
  }, `${count} previews`);

describe("a world", () => {
  afterEach(() => t.stop());

  test("each page is listed with its requests and what came of it, and the credentials in it are hidden", async () => {
    t = await startWorld("memory", WORLD, { developer: true, link_previews: true });
    const found = page("/found", "Found");
    const moved = pages.redirect("127.0.0.1", "/moved", found);
    const gone = pages.at("127.0.0.1", "/gone", (res) => res.writeHead(410).end());
    const chat_id = t.id("Team");
    for (const [i, text] of [`${moved}#part`, gone, `${found}?token=${t.token("echo_bot")}`, moved].entries()) {
      await t.as("alice", "sendMessage", { chat_id, text });
      await looked(i + 1);
    }
    const entries = (await looked(4)).map(({ url, outcome, title, reason, requests }) => ({
      url,
      outcome,
      ...(title && { title }),
      ...(reason && { reason }),
      requests,
    }));
    expect(entries.map(({ outcome, title, reason }) => [outcome, title, reason])).toEqual([
      ["found", "Found", undefined],
      ["none", undefined, "the answer was 410"],
      ["none", undefined, "the answer was 404"],
      ["known", "Found", undefined],
    ]);
    expect(entries[0]).toMatchObject({
      url: moved,
      requests: [
        { url: moved, status: 302 },
        { url: found, status: 200 },
      ],
    });
    expect(entries[3]!.requests).toEqual([]);
    expect(JSON.stringify(entries)).not.toContain(t.token("echo_bot"));
    await using folder = new CommandFolder();
    const { stdout, stderr } = await folder.run(["previews", "--url", t.url]);
    expect(stderr).toBe("");
    expect(stdout).toContain(`${gone}  none  the answer was 410`);
    expect(stdout.trim().split("\n")).toHaveLength(4);
  });

  test("a world says whether pages are fetched, and a chat of it whether links get previews", async () => {
    t = await startWorld("memory", WORLD, { developer: true });
    const [url, other] = [page("/world", "World"), page("/other", "Other")];
    const people = [{ name: "Alice", username: "alice" }];
    const chats = [
      { title: "On", creator: "alice" },
      { title: "Off", creator: "alice", link_previews: false },
    ];
    const world = await newWorld(t, { content: { people, chats, link_previews: true } });
    expect((await world.person("alice", "getProfile")).body.result.link_previews).toBe(true);
    await world.person("alice", "sendMessage", { chat_id: world.id("Off"), text: other });
    await world.person("alice", "sendMessage", { chat_id: world.id("On"), text: url });
    await looked(1, world.world);
    expect(pages.count("/other")).toBe(0);
    const { content } = await develop(t, "exportWorld", { world: world.world });
    expect(content).toMatchObject({
      link_previews: true,
      chats: [{ title: "On" }, { title: "Off", link_previews: false }],
    });
    expect(content.chats[0].link_previews).toBeUndefined();
    const copy = await develop(t, "forkWorld", { world: world.world });
    expect((await develop(t, "exportWorld", { world: copy.world })).content.link_previews).toBe(true);
    expect((await develop(t, "exportWorld")).content.link_previews).toBeUndefined();
  });
});

test("an option of dev has precedence over the world", async () => {
  const world = { people: [{ name: "Alice", username: "alice" }], link_previews: true };
  const shown = async (options: object): Promise<unknown> => {
    const service = await startDev({ world, assistant: false, ...options });
    const headers = { authorization: `Bearer ${service.people[0]!.access_token}` };
    const answer = await fetch(`${service.url}/api/getProfile`, { method: "POST", headers });
    await service.close();
    return ((await answer.json()) as Json).result.link_previews;
  };
  expect(await shown({})).toBe(true);
  expect(await shown({ link_previews: false })).toBeUndefined();
});
