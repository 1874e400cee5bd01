/** Lists and searches that read much run in the reader pool, and find any part of a name in any script. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { USER_METHODS } from "heliogram/methods/user/index.ts";
import { listPeople } from "heliogram/methods/user/listPeople.ts";
import type { Method } from "heliogram/methods/engine/method.ts";
import { insertAccount } from "heliogram/store/queries/accounts/accounts.ts";
import type { ReadTx } from "heliogram/store/db.ts";
import { insertPerson, setOwner } from "heliogram/store/queries/accounts/people.ts";
import { openStream } from "heliogram/store/queries/streams/streams.ts";
import { engines, startWorld, type Engine, type Json, type TestService } from "../support/service.ts";
import { sqlRead } from "../support/sql.ts";

/** Pooled reads at once, on both engines. */
const AT_ONCE = 2;
const QUERY = { query: "bo" };
/** Parameters of each method; without any, everything that it lists. */
const ASKED: Record<string, object> = {
  listUsers: QUERY,
  listPeople: QUERY,
  listAllChats: QUERY,
  search: QUERY,
  listMembers: QUERY,
};

/** Methods that read in the pool with these parameters. */
function pooledMethods(): Method[] {
  return (USER_METHODS as readonly Method[]).filter(
    ({ name, inReaderPool }) => inReaderPool !== undefined && inReaderPool((ASKED[name] ?? {}) as never),
  );
}

describe.each<Engine>(engines())("reads in the pool, on %s", (engine) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld(engine);
    const bot_id = t.id("guard_bot");
    await t.as("alice", "startBot", { user_id: bot_id });
    const request_chat = { request_id: 1, bot_is_member: true };
    const keyboard = [
      [
        { text: "Users", request_users: { request_id: 1 } },
        { text: "Chat", request_chat },
      ],
    ];
    const asking = { chat_id: t.id("alice"), text: "Share", reply_markup: { keyboard } };
    const { message_id } = await t.ok("guard_bot", "sendMessage", asking);
    for (const name of ["listSharableUsers", "listSharableChats"])
      ASKED[name] = { bot_id, message_id, request_id: 1, ...QUERY };
  });
  afterAll(() => t.stop());

  const names = (users: readonly Json[]) => users.map(({ first_name }) => first_name);

  test("other calls are handled while pooled reads wait", async () => {
    const methods = pooledMethods();
    const pooled = ["search", "listAudit", "listMembers", "getSecondFactorRule"];
    expect(methods.map(({ name }) => name)).toEqual(expect.arrayContaining(pooled));
    expect(listPeople.inReaderPool?.({ without_second_factor: true })).toBe(true);
    const release = Promise.withResolvers<void>();
    const under_way = Array.from({ length: AT_ONCE }, () => {
      const begun = Promise.withResolvers<void>();
      const over = t.service.db.readInPool(async (tx) => {
        await tx.get(sqlRead("select 1 as one"));
        begun.resolve();
        await release.promise;
      });
      return { begun: begun.promise, over };
    });
    await Promise.all(under_way.map(({ begun }) => begun));
    let answered = 0;
    const calls = methods.map(async ({ name, access }) => {
      // More than some at once are refused to one person.
      const who = access.scope === "owner" || name.startsWith("listSharable") ? "alice" : "bob";
      const answer = await t.person(who, name, { chat_id: t.id("Team"), ...ASKED[name] });
      answered += 1;
      return answer;
    });
    await t.ok("guard_bot", "getMe");
    await t.as("alice", "listUsers");
    await t.as("bob", "sendMessage", { chat_id: t.id("Team"), text: "meanwhile" });
    expect((await t.as("bob", "getHistory", { chat_id: t.id("Team") })).messages.at(-1).text).toBe("meanwhile");
    expect(answered).toBe(0);
    release.resolve();
    for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
    await Promise.all(under_way.map(({ over }) => over));
  });

  test("one person who asks for many pooled reads does not keep others from theirs", async () => {
    const release = Promise.withResolvers<void>();
    const held = Array.from({ length: AT_ONCE }, () =>
      t.service.db.readInPool(async (tx) => {
        await tx.get(sqlRead("select 1 as one"));
        await release.promise;
      }),
    );
    const order: string[] = [];
    const ask = (who: string) =>
      t.person(who, "listMembers", { chat_id: t.id("Team"), ...QUERY }).finally(() => order.push(who));
    const many = Array.from({ length: 110 }, () => ask("bob"));
    // Those that are refused have been: the others wait.
    await Promise.race(many);
    const other = ask("alice");
    await t.ok("guard_bot", "getMe");
    release.resolve();
    expect((await other).status).toBe(200);
    expect(order.slice(0, order.indexOf("alice")).length).toBeLessThanOrEqual(110 - 8);
    const answers = await Promise.all(many);
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(11);
    expect(answers.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(99);
    await Promise.all(held);
  });

  test("pooled reads see the last committed change", async () => {
    for (const first_name of ["Robert", "Bobby", "Bob"]) {
      await t.as("bob", "editProfile", { first_name });
      expect(names((await t.as("alice", "search", { query: first_name })).users)).toEqual([first_name]);
      expect(names((await t.as("alice", "listUsers", { query: first_name })).users)).toEqual([first_name]);
    }
    const { entries } = await t.as("alice", "listAudit", { limit: 1 });
    await t.as("alice", "suspendPerson", { user_id: t.id("dave") });
    const [newest] = (await t.as("alice", "listAudit", { limit: 1 })).entries;
    expect(newest).toMatchObject({ action: "person_suspended", subject: { user: { username: "dave" } } });
    expect(newest.id).not.toBe(entries[0]?.id);
    await t.as("alice", "restorePerson", { user_id: t.id("dave") });
  });

  test("a part of a name matches in any case and script", async () => {
    const written = { first_name: "ÄNNE Ярослав", last_name: "Straße_100%" };
    await t.as("carla", "editProfile", written);
    const chat_id = t.id("Team");
    for (const query of ["änne", "ÄNNE", "ярослав", "ЯРО", "straße_100%", "e_1", "0%", "carl", "@carla"]) {
      const found = [
        (await t.as("bob", "search", { query })).users,
        (await t.as("bob", "listUsers", { query })).users,
        (await t.as("alice", "listPeople", { query })).people.map(({ user }: Json) => user),
        (await t.as("bob", "listMembers", { chat_id, query })).map(({ user }: Json) => user),
      ];
      for (const users of found) expect(names(users), query).toEqual([written.first_name]);
    }
    for (const query of ["e%1", "anne", "straße1"]) {
      expect((await t.as("bob", "search", { query })).users, query).toEqual([]);
      expect((await t.as("bob", "listUsers", { query })).users, query).toEqual([]);
    }
    await t.as("alice", "editBot", { bot_id: t.id("echo_bot"), name: "ÉCHO" });
    expect(names((await t.as("bob", "search", { query: "écho" })).users)).toEqual(["ÉCHO"]);
    expect((await t.as("alice", "listAllBots", { query: "écho" })).bots).toHaveLength(1);
  });

  test("the number of queries does not depend on the length of the list", async () => {
    const { db } = t.service.deps;
    const counts = new Map<string, number>();
    let counted = 0;
    const count = <A extends unknown[], R>(ask: (...asked: A) => R) =>
      ((...asked: A) => {
        counted++;
        return ask(...asked);
      }) as never;
    const counting = (tx: ReadTx): ReadTx => ({
      all: count(tx.all.bind(tx)),
      get: count(tx.get.bind(tx)),
      lookUp: count(tx.lookUp.bind(tx)),
    });
    const original = db.readInPool.bind(db);
    Object.assign(db, { readInPool: (work: (tx: ReadTx) => Promise<unknown>) => original((tx) => work(counting(tx))) });
    const lengths = async () => {
      let total = 0;
      for (const { name } of pooledMethods()) {
        counted = 0;
        total += JSON.stringify(await t.as("alice", name, { chat_id: t.id("Team"), ...ASKED[name] })).length;
        expect(counts.get(name) ?? counted, name).toBe(counted);
        counts.set(name, counted);
      }
      return total;
    };
    await t.as("alice", "createInvitation");
    await t.as("alice", "createChat", { title: "Bobs 0", username: "bobs_chat_0" });
    const before = await lengths();
    for (let n = 1; n <= 5; n++) {
      const id = 9000 + n;
      await db.write(async (tx) => {
        await insertAccount(tx, { id, is_bot: false, first_name: `Bob ${n}`, last_name: "", username: null }, 0);
        await openStream(tx, id);
        await insertPerson(tx, id, null, false);
        await setOwner(tx, id, true);
      });
      await t.as("alice", "addMember", { chat_id: t.id("Team"), user_id: id });
      await t.as("alice", "createBot", { name: `Bob's ${n}`, username: `bobs_${n}_bot` });
      await t.as("alice", "createInvitation");
      await t.as("alice", "createChat", { title: `Bobs ${n}`, username: `bobs_chat_${n}` });
    }
    expect(await lengths()).toBeGreaterThan(2 * before);
    Object.assign(db, { readInPool: original });
  });
});
