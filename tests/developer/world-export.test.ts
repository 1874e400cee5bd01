/** A world as a world file, which makes the same world again. */
import { afterEach, expect, test } from "vitest";
import { readWorld } from "heliogram/world/read.ts";
import { startWorld, START_S, type TestService } from "../support/service.ts";
import { develop } from "./developer-calls.ts";
import { newWorld } from "./developer-worlds.ts";

let t: TestService;
afterEach(() => t.stop());

const CONTENT = {
  people: [
    { name: "Alice", last_name: "A", username: "alice", owner: true },
    { name: "Bob", username: "bob" },
    { name: "Carla", username: "carla" },
    { name: "Dave", username: "dave" },
    { name: "Somebody" },
  ],
  bots: [
    { name: "Echo", username: "echo_bot", owner: "alice", privacy: false, started_by: ["alice", "bob"] },
    { name: "Guard", username: "guard_bot", topics: "people", dialect: "telegram" },
  ],
  chats: [
    {
      type: "supergroup",
      title: "Team",
      username: "team",
      description: "Ours",
      creator: "alice",
      permissions: { can_send_messages: true, can_send_photos: true },
      available_reactions: ["👍", "🔥"],
      topics: ["Release", { name: "Lunch", icon: "💡", icon_color: 0xffd67e, is_closed: true }],
      general: { name: "Hall", is_closed: true, is_hidden: true },
      members: [
        { username: "bob", status: "member" },
        { username: "carla", status: "restricted", permissions: { can_send_messages: true }, until: START_S + 3600 },
        { username: "dave", status: "kicked" },
        { username: "echo_bot", status: "member" },
        {
          username: "guard_bot",
          status: "administrator",
          rights: { can_manage_chat: true, can_restrict_members: true },
          custom_title: "Guard",
        },
      ],
    },
    {
      type: "channel",
      title: "News",
      available_reactions: [],
      creator: "bob",
      members: [{ username: "alice", status: "member" }],
    },
  ],
};

test("an exported world is what it was made of", async () => {
  t = await startWorld("memory", CONTENT, { developer: true });
  const { content } = await develop(t, "exportWorld");
  expect(content).toEqual(CONTENT);
  expect(readWorld(JSON.stringify(content))).toMatchObject({ ok: true });
  const copy = await newWorld(t, { content });
  expect((await develop(t, "exportWorld", { world: copy.world })).content).toEqual(CONTENT);
});

test("an exported world has what has changed, and no secret", async () => {
  t = await startWorld("memory", CONTENT, { developer: true });
  await t.as("bob", "blockUser", { user_id: t.id("echo_bot") });
  await t.as("alice", "setChatTitle", { chat_id: t.id("Team"), title: "Crew" });
  await t.as("bob", "leaveChat", { chat_id: t.id("Team") });
  const { content } = await develop(t, "exportWorld");
  expect(content.bots[0].started_by).toEqual(["alice"]);
  expect(content.chats[0].title).toBe("Crew");
  expect(content.chats[0].members[0]).toEqual({ username: "bob", status: "left" });
  for (const { token } of t.world.bots) expect(JSON.stringify(content)).not.toContain(token.split(":")[1]);
});
