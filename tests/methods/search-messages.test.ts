/** searchMessages: by words, in messages that the person may read, whether they are indexed or not. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { indexed } from "../support/indexed.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { renewWorld } from "../support/renew-world.ts";
import { engines, startWorld, START_S, type Engine, type Json, type TestService } from "../support/service.ts";

interface Case {
  readonly engine: Engine;
  /** Whether everything is indexed before the search, or nothing. */
  readonly isIndexed: boolean;
}

/** Each engine once, each state of the index once; all of them in a long run. */
const CASES: Case[] = [
  ...engines().flatMap((engine) => [true, false].map((isIndexed) => ({ engine, isIndexed }))),
  { engine: "memory" as const, isIndexed: false },
].filter(({ engine, isIndexed }) => LONG_RUN || isIndexed === (engine === "sqlite"));

describe.each(CASES)("searchMessages on $engine, indexed: $isIndexed", ({ engine, isIndexed }) => {
  let t: TestService;
  let team: number;

  beforeAll(async () => {
    t = await startWorld(engine, {}, { search_index: true });
  });
  afterAll(() => t.stop());
  beforeEach(async () => {
    await renewWorld(t);
    team = t.id("Team");
  });

  const settle = () => (isIndexed ? indexed(t) : undefined);
  const say = (who: string, text: string, chat_id = team): Promise<Json> => t.as(who, "sendMessage", { chat_id, text });
  const search = async (params: object, who = "bob"): Promise<Json> => {
    await settle();
    return t.as(who, "searchMessages", params);
  };
  const texts = async (params: object, who = "bob"): Promise<string[]> =>
    (await search(params, who)).messages.map((each: Json) => each.text ?? each.caption ?? "");

  test("finds words in any order, folded, the last by prefix, with their ranges", async () => {
    await say("alice", "Words of the new RELEASE");
    await say("alice", "Herr Müller, release 2");
    await say("alice", "私は東京に住んでいます");
    await say("alice", "جاء أَحْمَد");
    const found = await search({ query: "release words" });
    expect(found.messages.map((each: Json) => each.text)).toEqual(["Words of the new RELEASE"]);
    expect(found.matches).toEqual([
      [
        { offset: 0, length: 5 },
        { offset: 17, length: 7 },
      ],
    ]);
    expect(isIndexed && found.indexing).toBe(false);
    expect(found.next).toBeUndefined();
    expect(await texts({ query: "rel" })).toEqual(["Herr Müller, release 2", "Words of the new RELEASE"]);
    expect(await texts({ query: "muller" })).toEqual(["Herr Müller, release 2"]);
    expect(await texts({ query: "東京" })).toEqual(["私は東京に住んでいます"]);
    expect(await texts({ query: "احمد" })).toEqual(["جاء أَحْمَد"]);
    expect(await texts({ query: '"new release"' })).toEqual(["Words of the new RELEASE"]);
    expect(await texts({ query: '"words release"' })).toEqual([]);
    expect(await texts({ query: "+++" })).toEqual([]);
  });

  test("finds edited messages by their new text only, and no deleted ones", async () => {
    const edited = await say("bob", "first draft");
    const deleted = await say("bob", "second draft");
    await settle();
    await t.as("bob", "editMessageText", { chat_id: team, message_id: edited.message_id, text: "final version" });
    await t.as("bob", "deleteMessage", { chat_id: team, message_id: deleted.message_id });
    // Whether or not the index is up to date.
    const ask = (query: string) => t.as("bob", "searchMessages", { query });
    expect((await ask("version")).messages).toHaveLength(1);
    expect((await ask("draft")).messages).toEqual([]);
    await settle();
    expect(await texts({ query: "version" })).toEqual(["final version"]);
    expect(await texts({ query: "draft" })).toEqual([]);
    expect((await say("bob", "third draft")).text).toBe("third draft");
    expect((await ask("draft")).messages).toHaveLength(1);
  });

  test("finds nothing in others' chats, except in a named public chat", async () => {
    await say("alice", "secret plan", t.id("Private"));
    await say("alice", "open plan");
    expect(await texts({ query: "plan" })).toEqual(["open plan", "secret plan"]);
    expect(await texts({ query: "plan" }, "dave")).toEqual([]);
    expect(await texts({ query: "plan", chat_id: team }, "dave")).toEqual(["open plan"]);
    expect(await t.person("dave", "searchMessages", { query: "plan", chat_id: t.id("Private") })).toMatchObject({
      status: 403,
    });
    await t.as("alice", "banChatMember", { chat_id: t.id("Private"), user_id: t.id("bob") });
    expect(await texts({ query: "plan" })).toEqual(["open plan"]);
  });

  test("finds nothing of a deleted chat", async () => {
    await say("alice", "last words", t.id("Private"));
    await settle();
    await t.as("alice", "deleteChat", { chat_id: t.id("Private") });
    expect((await t.as("bob", "searchMessages", { query: "words" })).messages).toEqual([]);
    t.clock.advance(10 * 60_000);
    expect(await texts({ query: "words" })).toEqual([]);
  });

  test("filters by sender, without revealing who sends as the chat", async () => {
    await say("alice", "hello of alice");
    await say("carla", "hello of carla");
    await t.as("alice", "promoteChatMember", { chat_id: team, user_id: t.id("carla"), is_anonymous: true });
    await say("carla", "hello of the chat");
    expect(await texts({ query: "hello", from_id: t.id("carla") })).toEqual(["hello of carla"]);
    expect(await texts({ from_id: t.id("carla"), chat_id: team })).toEqual(["hello of carla"]);
    expect(await texts({ query: "hello", from_id: team })).toEqual(["hello of the chat"]);
  });

  test("filters by kind and finds file names", async () => {
    const form = new FormData();
    form.set("chat_id", String(team));
    form.set("caption", "as agreed");
    form.set("document", new Blob(["numbers"]), "Budget_März.ods");
    await t.post("/api/sendDocument", form, { authorization: `Bearer ${t.accessToken("alice")}` });
    await say("alice", "see https://example.com/budget");
    expect((await search({ query: "budget", kind: "document" })).matches).toEqual([[]]);
    expect(await texts({ query: "marz agreed" })).toEqual(["as agreed"]);
    expect(await texts({ kind: "link" })).toEqual(["see https://example.com/budget"]);
    expect(await texts({ query: "budget" })).toEqual(["see https://example.com/budget", "as agreed"]);
    expect(await texts({ kind: "photo" })).toEqual([]);
    expect(await t.person("bob", "searchMessages", { kind: "poem" })).toMatchObject({ status: 400 });
  });

  test("filters by time", async () => {
    const dates: number[] = [];
    for (const day of [1, 2, 3]) {
      dates.push((await say("alice", `report ${day}`)).date);
      t.clock.advance(86_400_000);
    }
    expect(dates[0]).toBeGreaterThanOrEqual(START_S);
    expect(await texts({ query: "report", since: dates[1] })).toEqual(["report 3", "report 2"]);
    expect(await texts({ query: "report", until: dates[1] })).toEqual(["report 1"]);
    expect(await texts({ query: "report", since: dates[1], until: dates[2] })).toEqual(["report 2"]);
  });

  test("pages through all chats, each message once, the newest first", async () => {
    const said: string[] = [];
    for (let i = 0; i < 12; i++) {
      const text = `note ${i}`;
      await say("alice", text, i % 3 === 0 ? t.id("Private") : team);
      said.unshift(text);
    }
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = await search({ query: "note", limit: 5, ...(cursor === undefined ? {} : { cursor }) });
      pages.push(page.messages.map((each: Json) => each.text));
      cursor = page.next;
      if (pages.length === 1) await say("alice", "note that is newer");
    } while (cursor !== undefined);
    expect(pages.flat()).toEqual(said);
    expect(pages[0]).toHaveLength(5);
    const { next } = await search({ query: "note", limit: 1 });
    for (const wrong of [{ cursor: "AAAA" }, { cursor: `${next}A` }]) {
      expect(await t.person("bob", "searchMessages", { query: "note", ...wrong })).toMatchObject({ status: 400 });
    }
    expect(await t.person("carla", "searchMessages", { query: "note", cursor: next })).toMatchObject({ status: 400 });
  });

  test("continues before a message of a chat", async () => {
    const ids: number[] = [];
    for (const n of [1, 2, 3]) ids.push((await say("alice", `step ${n}`)).message_id);
    expect(await texts({ query: "step", chat_id: team, before: ids[2], limit: 1 })).toEqual(["step 2"]);
    expect(await texts({ query: "step", chat_id: team, before: ids[0] })).toEqual([]);
  });
});
