/** A send that a client repeats at another node, while the first attempt is still under way, is one message. */
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { startNodes, type TestNodes } from "../support/nodes.ts";
import type { TestService } from "../support/service.ts";

const ROUNDS = 40;

let nodes: TestNodes;

beforeEach(async (context) => {
  if (inject("postgresUrl") === "") return context.skip();
  nodes = await startNodes(2);
});
afterEach(() => nodes?.stop());

test("attempts at two nodes at the same time have the same message", async () => {
  const send = async (node: TestService, round: number) => {
    const headers = { authorization: `Bearer ${node.accessToken("bob")}`, "idempotency-key": `repeated-${round}` };
    const answer = await node.post("/api/sendMessage", { chat_id: node.id("Team"), text: `round ${round}` }, headers);
    expect(answer.status).toBe(200);
    return answer.body.result.message_id as number;
  };
  for (let round = 0; round < ROUNDS; round++) {
    const ids = await Promise.all([...nodes.running, ...nodes.running].map((node) => send(node, round)));
    expect(new Set(ids).size).toBe(1);
  }
  const [first] = nodes.running;
  const { messages } = await first!.as("bob", "getHistory", { chat_id: first!.id("Team"), limit: 200 });
  const texts = messages
    .map(({ text = "" }: { text?: string }) => text)
    .filter((text: string) => text.startsWith("round"));
  expect(texts).toHaveLength(ROUNDS);
});
