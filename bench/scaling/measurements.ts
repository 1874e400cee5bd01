/** What one call costs the service and PostgreSQL, for each size of each dimension. */
import { cpuOf } from "../load/process-usage.ts";
import { openScreens } from "../load/screens.ts";
import { call, callAs } from "../scenarios/requests.ts";
import { sendMessages } from "../web/send-messages.ts";
import type { ScalingDataset } from "./dataset.ts";

/** Messages before a measurement, until the code is compiled and the pages are in memory. */
const WARM_UP = 200;
const TEXT = "A message of the usual length, as people write them";

/** Processor time of one call or one frame, in microseconds. */
export interface Cost {
  readonly dimension: string;
  readonly what: string;
  readonly size: number;
  readonly service_us: number;
  readonly database_us: number;
}

export type Measure = (dataset: ScalingDataset) => Promise<readonly Cost[]>;

async function costOf({ service, postgres }: ScalingDataset, count: number, work: () => Promise<unknown>) {
  const [service_before_us, database_before_us] = [cpuOf(service.pid), cpuOf(postgres.pid)];
  await work();
  return {
    service_us: (cpuOf(service.pid) - service_before_us) / count,
    database_us: (cpuOf(postgres.pid) - database_before_us) / count,
  };
}

/** Sends `count` messages of the bot, or of Alice, to these chats in turn. */
function send({ service, bot, alice }: ScalingDataset, chats: readonly number[], count: number, by: "bot" | "alice") {
  const sender = by === "bot" ? { bot: bot.token } : { person: alice.token };
  const message = (i: number) => ({ sender, message: { chat_id: chats[i % chats.length]!, text: TEXT } });
  return sendMessages(
    service.port,
    Array.from({ length: count }, (_, i) => message(i)),
  );
}

const chats: Measure = async (dataset) => {
  const costs: Cost[] = [];
  for (const size of dataset.sizes.chats) {
    const ids = Array.from({ length: size }, (_, i) => dataset.chat("chats", i));
    await send(dataset, ids, WARM_UP, "bot");
    const cost = await costOf(dataset, dataset.sizes.work.sends, () =>
      send(dataset, ids, dataset.sizes.work.sends, "bot"),
    );
    costs.push({ dimension: "chats", what: "sendMessage to one of them", size, ...cost });
  }
  return costs;
};

const members: Measure = async (dataset) => {
  const costs: Cost[] = [];
  for (const size of dataset.sizes.members) {
    const ids = [dataset.chat("members", size)];
    await send(dataset, ids, WARM_UP, "bot");
    const cost = await costOf(dataset, dataset.sizes.work.sends, () =>
      send(dataset, ids, dataset.sizes.work.sends, "bot"),
    );
    costs.push({ dimension: "members", what: "sendMessage to their group", size, ...cost });
  }
  return costs;
};

const history: Measure = async (dataset) => {
  const costs: Cost[] = [];
  const { service, alice, sizes } = dataset;
  for (const size of sizes.history) {
    const chat_id = dataset.chat("history", size);
    const page = (around: number) => callAs(service.port, alice.token, "getHistory", { chat_id, around });
    const pages = async () => {
      for (let i = 0; i < sizes.work.pages; i++) await page(1 + ((i * 7919) % size));
    };
    await pages();
    costs.push({
      dimension: "history",
      what: "getHistory anywhere in it",
      size,
      ...(await costOf(dataset, sizes.work.pages, pages)),
    });
    const cost = await costOf(dataset, dataset.sizes.work.sends, () =>
      send(dataset, [chat_id], dataset.sizes.work.sends, "bot"),
    );
    costs.push({ dimension: "history", what: "sendMessage behind it", size, ...cost });
  }
  return costs;
};

const bots: Measure = async (dataset) => {
  const costs: Cost[] = [];
  for (const size of dataset.sizes.bots) {
    const ids = [dataset.chat("bots", size)];
    await send(dataset, ids, WARM_UP, "alice");
    const cost = await costOf(dataset, dataset.sizes.work.sends_to_bots, () =>
      send(dataset, ids, dataset.sizes.work.sends_to_bots, "alice"),
    );
    costs.push({ dimension: "bots", what: "sendMessage of a person, with an update for each", size, ...cost });
  }
  return costs;
};

const screens: Measure = async (dataset) => {
  const costs: Cost[] = [];
  const { service, bot, sizes } = dataset;
  const largest = Math.max(...sizes.members);
  const chat_id = dataset.chat("members", largest);
  for (const size of sizes.screens) {
    const tokens = dataset.members.slice(0, size).map(({ token }) => token);
    const connected = await openScreens(service.port, tokens);
    const broadcast = async (count: number) => {
      for (let i = 0; i < count; i++) {
        await call(service.port, bot.token, "sendMessage", { chat_id, text: TEXT });
        await connected.waitForFrames(tokens.length);
      }
    };
    await broadcast(5);
    const count = Math.ceil(sizes.work.frames / tokens.length);
    const cost = await costOf(dataset, count * tokens.length, () => broadcast(count));
    costs.push({ dimension: "screens", what: "a message on one of them", size: tokens.length, ...cost });
    await connected.close();
  }
  return costs;
};

export const MEASURES: readonly Measure[] = [chats, members, history, bots, screens];
