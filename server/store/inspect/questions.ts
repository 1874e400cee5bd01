/** The questions of an inspection that both engines answer alike. */
import { ASSISTANT_ID } from "../../domain/bots.ts";
import { knownSchema, migrationsUpTo, type SchemaDialect } from "../migrate.ts";
import type { Ask, FailingWebhook, LongQueue, PushServiceUse, StoreReport, WaitingMails } from "./report.ts";

const HOUR_S = 3600;
/** Updates that are counted of one bot. */
const MAX_COUNTED = 10_000;
/** Updates expire after 24 hours. */
const OLD_S = 12 * HOUR_S;
const LONG_QUEUE = 1000;
/** Bots that are listed, and push services. */
const MAX_LISTED = 10;
/** Devices whose push services are looked at: the newest. */
const MAX_DEVICES = 1000;

const WAITING = `(select count(*) from (select 1 from event where stream = account.id limit ${MAX_COUNTED}) as counted)`;

type Schema = Pick<StoreReport, "schema" | "known_schema" | "missing_indexes">;
type Answers = Pick<
  StoreReport,
  "key_mark" | "has_credentials" | "newest_s" | "webhooks" | "queues" | "mails" | "push_services"
>;

/** @param indexes - the names of those that are there @param now_s - in Unix seconds */
export async function askStore(
  ask: Ask,
  dialect: SchemaDialect,
  indexes: readonly string[],
  now_s: number,
): Promise<Schema & Answers> {
  const schema = await askSchema(ask, dialect, indexes);
  const isCurrent = schema.schema === schema.known_schema;
  const [mark] = await ask("select value from meta where key = 'key_mark'");
  const [credentials] = await ask(
    `select 1 as n from account where exists (select 1 from person) or exists (select 1 from bot where account_id <> ${ASSISTANT_ID}) limit 1`,
  );
  const [newest] = await ask("select date from message where row_id = (select max(row_id) from message)");
  return {
    ...schema,
    key_mark: mark && String(mark.value),
    has_credentials: credentials !== undefined,
    newest_s: newest && Number(newest.date),
    webhooks: await failingWebhooks(ask, now_s),
    queues: await longQueues(ask, now_s),
    // An older store may have no table of these.
    mails: isCurrent ? await waitingMails(ask) : undefined,
    push_services: isCurrent ? await pushServices(ask) : [],
  };
}

async function failingWebhooks(ask: Ask, now_s: number): Promise<FailingWebhook[]> {
  const rows = await ask(`
    select account.username as username, webhook.last_error as last_error, ${WAITING} as waiting
    from webhook join account on account.id = webhook.bot_id
    where webhook.last_error_at >= ${now_s - HOUR_S} and exists (select 1 from event where stream = account.id)
    order by webhook.last_error_at desc limit ${MAX_LISTED}`);
  return rows.map(({ username, last_error, waiting }) => ({
    username: String(username),
    last_error: String(last_error),
    waiting: Number(waiting),
  }));
}

async function longQueues(ask: Ask, now_s: number): Promise<LongQueue[]> {
  const rows = await ask(`
    select username, waiting, oldest from (
      select account.username as username, ${WAITING} as waiting,
        (select event.at from event where event.stream = account.id order by event.seq limit 1) as oldest
      from bot join account on account.id = bot.account_id
    ) as queue
    where waiting >= ${LONG_QUEUE} or oldest <= ${now_s - OLD_S}
    order by oldest limit ${MAX_LISTED}`);
  return rows.map(({ username, waiting, oldest }) => ({
    username: String(username),
    waiting: Number(waiting),
    oldest_s: Number(oldest),
  }));
}

async function waitingMails(ask: Ask): Promise<WaitingMails | undefined> {
  const [row] = await ask(
    "select count(*) as waiting, min(created_at) as oldest from outgoing_mail where due_at is not null",
  );
  const waiting = Number(row?.waiting ?? 0);
  return waiting === 0 ? undefined : { waiting, oldest_s: Number(row!.oldest) };
}

/** The origins alone are reported: the path of an endpoint is a secret of its device. */
async function pushServices(ask: Ask): Promise<PushServiceUse[]> {
  const rows = await ask(`
    select endpoint, failing_since from push_subscription order by id desc limit ${MAX_DEVICES}`);
  const byOrigin = new Map<string, PushServiceUse>();
  for (const { endpoint, failing_since } of rows) {
    const { origin } = new URL(String(endpoint));
    const { devices, failing } = byOrigin.get(origin) ?? { devices: 0, failing: 0 };
    byOrigin.set(origin, { origin, devices: devices + 1, failing: failing + (failing_since === null ? 0 : 1) });
  }
  return [...byOrigin.values()].sort((a, b) => b.devices - a.devices).slice(0, MAX_LISTED);
}

/** The number of the schema, and the statements for the indexes of it that are not there. */
async function askSchema(ask: Ask, dialect: SchemaDialect, indexes: readonly string[]): Promise<Schema> {
  const [row] = await ask("select value from meta where key = 'schema'");
  const known_schema = await knownSchema();
  const schema = row && Number(row.value);
  if (schema === undefined || schema > known_schema) return { schema, known_schema, missing_indexes: [] };
  const statements = (await migrationsUpTo(schema, dialect)).flatMap((text) => text.split(";"));
  const there = new Set(indexes);
  const missing_indexes = statements
    .map((text) => text.replaceAll(/\s+/g, " ").trim())
    .filter((text) => {
      const [, name] = /^create (?:unique )?index (\w+)/i.exec(text) ?? [];
      return name !== undefined && !there.has(name);
    });
  return { schema, known_schema, missing_indexes };
}
