/** With several nodes, the developer console is on or off on all of them at once, and each has its own records. */
import { afterEach, describe, expect, inject, test } from "vitest";
import { startNodes, type TestNodes } from "../support/nodes.ts";
import type { Answer, Json, TestService } from "../support/service.ts";

let nodes: TestNodes | undefined;
afterEach(async () => {
  await nodes?.stop();
  nodes = undefined;
});

const ask = (node: TestService, method: string, params: object = {}): Promise<Answer> =>
  node.post(`/developer/${method}`, params, { authorization: `Bearer ${node.accessToken("alice")}` });

async function read(node: TestService, method: string, params: object = {}): Promise<Json> {
  const { status, body } = await ask(node, method, params);
  expect([method, status]).toEqual([method, 200]);
  return body.result;
}

/** Resolves when the node has followed that the console was enabled. */
async function untilOn(node: TestService): Promise<void> {
  await nodes!.until(async () => (await ask(node, "getRecording")).status === 200);
}

describe.runIf(inject("postgresUrl") !== "")("the developer console on two nodes", () => {
  test("each records what it answers; an update that the other has delivered is over", async () => {
    nodes = await startNodes(2);
    const [first, second] = nodes.running as [TestService, TestService];
    await nodes.until(() => first.service.cluster.liveNodes() === 2);
    expect((await ask(second, "listCalls")).body.reason).toBe("CONSOLE_OFF");
    expect(await first.as("alice", "setDeveloperConsole", { on: true })).toMatchObject({ on: true, node_count: 2 });
    await untilOn(second);
    await first.as("alice", "sendMessage", { chat_id: first.id("echo_bot"), text: "hello" });
    const [{ update_id }] = await second.ok("echo_bot", "getUpdates");
    await second.ok("echo_bot", "getUpdates", { offset: update_id + 1 });
    const one = await read(first, "listCalls");
    const other = await read(second, "listCalls");
    expect(one.calls).toEqual([]);
    expect(other.calls).toMatchObject([{ method: "getUpdates" }, { method: "getUpdates" }]);
    expect(one.log).not.toBe(other.log);
    expect((await read(first, "listUpdates")).updates).toMatchObject([{ update_id, state: "left" }]);
    expect((await read(second, "listUpdates")).updates).toMatchObject([{ update_id, state: "confirmed" }]);
    // A reader that was sent to another node begins anew there.
    const [newest] = other.calls.slice(-1);
    expect((await read(second, "listCalls", { after: 1000, log: one.log })).calls).toEqual(other.calls);
    expect((await ask(first, "getCall", { id: newest.id, log: other.log })).body.reason).toBe("CALL_NOT_FOUND");
  });

  test("turned off on one, no other answers any more, and what they had is dropped", async () => {
    nodes = await startNodes(2);
    const [first, second] = nodes.running as [TestService, TestService];
    await first.as("alice", "setDeveloperConsole", { on: true });
    await untilOn(second);
    await second.ok("echo_bot", "getMe");
    const { revision, log } = await read(second, "listCalls");
    const waiting = ask(second, "listCalls", { after: revision, log, timeout: 50 });
    await first.as("alice", "setDeveloperConsole", { on: false });
    expect((await ask(second, "listCalls")).body.reason).toBe("CONSOLE_OFF");
    expect((await nodes.advanceUntil(waiting)).body.reason).toBe("CONSOLE_OFF");
    await first.as("alice", "setDeveloperConsole", { on: true });
    await nodes.until(async () => {
      const { body } = await ask(second, "listCalls");
      return body.ok === true && body.result.log !== log;
    });
    expect((await read(second, "listCalls")).calls).toEqual([]);
    // A node that starts later finds it on.
    const third = await nodes.add();
    await third.ok("echo_bot", "getMe");
    expect((await read(third, "listCalls")).calls).toMatchObject([{ method: "getMe" }]);
  });
});
