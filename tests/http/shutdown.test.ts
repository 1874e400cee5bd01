/** Going down in order: what waits is answered, and no open connection holds the service up. */
import { Agent, request } from "node:http";
import { expect, test } from "vitest";
import { startWorld } from "../kit/service.ts";

test.each(["own", "node"] as const)(
  "a bot that keeps its connection open holds nothing up (%s)",
  async (http_reader) => {
    const t = await startWorld("memory", undefined, { http_reader });
    const agent = new Agent({ keepAlive: true });
    const poll = new Promise<string>((resolve, reject) => {
      const req = request(`${t.url}/bot${t.token("stranger_bot")}/getUpdates?timeout=50`, { agent }, (res) => {
        res.setEncoding("utf8");
        res.once("data", (text: string) => resolve(`${res.headers.connection} ${text}`));
        res.resume();
      });
      req.once("error", reject);
      req.end();
    });
    await t.waiting(1);
    await t.stop();
    expect(await poll).toBe('close {"ok":true,"result":[]}');
    agent.destroy();
  },
  10_000,
);
