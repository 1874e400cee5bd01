/** Every proxy of the guides lets a poll wait for fifty seconds. */
import { get } from "node:https";
import { text as contentOf } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { startWorld } from "../support/service.ts";
import { lacks } from "./guide-files.ts";
import { GuideProxy, PROXIES, type ProxyFile } from "./guide-proxy.ts";

const POLL_S = 50;
const FILES = (Object.keys(PROXIES) as ProxyFile[]).filter((file) => !lacks(PROXIES[file]));
/** Only one poll of a bot waits. */
const WORLD = { people: [], bots: FILES.map((_, n) => ({ name: `Bot ${n}`, username: `poll_${n}_bot` })), chats: [] };

test(`a poll of ${POLL_S} seconds passes ${FILES.join(", ")}`, async () => {
  const t = await startWorld("memory", WORLD);
  const proxies = await Promise.all(FILES.map((file) => GuideProxy.start(file, t.url)));
  const polls = proxies.map(({ port }, n) =>
    poll(port, `/bot${t.token(`poll_${n}_bot`)}/getUpdates?timeout=${POLL_S}`),
  );
  await t.waiting(FILES.length);
  // The proxies have no clock that can be advanced.
  await sleep(POLL_S * 1000);
  await t.waiting(FILES.length);
  t.clock.advance(POLL_S * 1000);
  expect(await Promise.all(polls)).toEqual(FILES.map(() => [200, '{"ok":true,"result":[]}']));
  for (const proxy of proxies) await proxy.stop();
  await t.stop();
});

function poll(port: number, path: string): Promise<[status: number, body: string]> {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port, path, rejectUnauthorized: false, agent: false };
    get(options, (response) => {
      contentOf(response).then((text) => resolve([response.statusCode!, text]), reject);
    }).once("error", reject);
  });
}
