/** What the owner of a chat alone may do with it: its public name, and its end. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Screen } from "../kit/screen.ts";
import { engines, startWorld, type Json, type TestService } from "../kit/service.ts";

describe.each(engines())("owners of chats on %s", (engine) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld(engine);
  });
  afterAll(() => t.stop());

  const refusal = async (who: string, method: string, params: object) => {
    const { status, body } = await t.person(who, method, params);
    return [status, body.reason ?? body.description];
  };
  const found = async (query: string) =>
    (await t.as("dave", "search", { query })).chats.map((chat: Json) => chat.username);

  test("a public name is given, changed and taken away, and everybody there hears of it", async () => {
    const { chat } = await t.as("alice", "createChat", { title: "Reading", username: "readers" });
    const chat_id = chat.id;
    await t.as("bob", "joinChat", { username: "readers" });
    const screen = new Screen(t, "bob");
    await screen.until((frame) => frame.type === "hello");
    expect(await t.as("alice", "setChatUsername", { chat_id, username: "@Bookworms" })).toBe(true);
    await screen.until((frame) => frame.kind === "chat" && frame.chat?.username === "Bookworms");
    expect(await found("readers")).toEqual([]);
    expect(await found("bookw")).toEqual(["Bookworms"]);
    // The old name is anybody's again, the new one nobody else's.
    expect((await t.as("carla", "createChat", { title: "Others", username: "readers" })).chat.username).toBe("readers");
    expect(await refusal("alice", "setChatUsername", { chat_id, username: "READERS" })).toEqual([
      400,
      "USERNAME_TAKEN",
    ]);
    expect(await refusal("alice", "setChatUsername", { chat_id, username: "bob" })).toEqual([400, "USERNAME_TAKEN"]);
    expect((await t.as("dave", "joinChat", { username: "bookworms" })).chat).toMatchObject({ username: "Bookworms" });
    await t.as("dave", "leaveChat", { chat_id });
    expect(await t.as("alice", "setChatUsername", { chat_id, username: "" })).toBe(true);
    await screen.until((frame) => frame.kind === "chat" && frame.chat && !("username" in frame.chat));
    expect(await refusal("dave", "joinChat", { username: "bookworms" })).toEqual([404, "CHAT_NOT_FOUND"]);
    expect(await refusal("dave", "getHistory", { chat_id })).toEqual([403, "NOT_A_MEMBER"]);
    screen.close();
  });

  test("the same name in other letters, and the same name again", async () => {
    const { chat } = await t.as("alice", "createChat", { title: "Letters", username: "letters" });
    const row = async () => (await t.as("alice", "listChats")).chats.find((each: Json) => each.chat.id === chat.id);
    const { seq } = await row();
    expect(await t.as("alice", "setChatUsername", { chat_id: chat.id, username: "letters" })).toBe(true);
    expect((await row()).seq).toBe(seq);
    await t.as("alice", "setChatUsername", { chat_id: chat.id, username: "LeTTers" });
    expect((await row()).chat.username).toBe("LeTTers");
  });

  test("names that are none, and people whose chat it is not", async () => {
    const chat_id = t.id("Team");
    for (const username of ["no", "1team", "team_", "te am", "x".repeat(33)]) {
      const [status, sentence] = await refusal("alice", "setChatUsername", { chat_id, username });
      expect([status, sentence]).toEqual([400, expect.stringContaining("username is invalid")]);
    }
    await t.as("alice", "promoteChatMember", { chat_id, user_id: t.id("bob"), can_change_info: true });
    for (const [who, reason] of [
      ["bob", "NOT_THE_OWNER"],
      ["carla", "NOT_THE_OWNER"],
      ["dave", "NOT_A_MEMBER"],
    ] as const) {
      expect(await refusal(who, "setChatUsername", { chat_id, username: "ours" })).toEqual([403, reason]);
    }
    await t.as("alice", "transferOwnership", { chat_id, user_id: t.id("bob") });
    expect(await t.as("bob", "setChatUsername", { chat_id, username: "ours" })).toBe(true);
    expect(await refusal("alice", "setChatUsername", { chat_id, username: "team" })).toEqual([403, "NOT_THE_OWNER"]);
  });
});
