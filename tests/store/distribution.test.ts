/** No frequent statement crosses the distribution key: it stays within one chat or stream, or lists the keys of its rows. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onDatabase } from "../support/databases.ts";
import { DISTRIBUTION_KEYS, partitionHotTables, touchedPartitions, type PlanNode } from "../support/partitions.ts";
import { findPostgres } from "../support/postgres-binaries.ts";
import { onServer, startPostgres, type TestPostgres } from "../support/postgres.ts";
import { migratedDatabase } from "../support/global-setup.ts";
import { Receiver } from "../support/receiver.ts";
import { StreamSocket } from "../support/stream-socket.ts";
import { startWorld, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

const binaries = findPostgres("machine");
if (!binaries && process.env.CI === "true") throw new Error("auto_explain comes with the PostgreSQL of the machine");

/** The server logs the plan of every statement as JSON, with what each node of it has really done. */
const LOGGED_PLANS = {
  logging_collector: "on",
  log_destination: "jsonlog",
  log_directory: "plans",
  log_filename: "plans.log",
};
const EXPLAIN = {
  session_preload_libraries: "auto_explain",
  "auto_explain.log_min_duration": "0",
  "auto_explain.log_analyze": "on",
  "auto_explain.log_timing": "off",
  "auto_explain.log_format": "json",
};

/** The search index follows all messages, and maintenance looks for what is due anywhere. */
const BACKGROUND = /\brow_id\b|\bmessage_change\b|\btrim_at\b/;

/** The sessions that run a statement or have a transaction open. */
const BUSY = `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
  and backend_type = 'client backend' and state <> 'idle'`;

interface Call {
  readonly name: string;
  readonly run: (t: TestService) => Promise<unknown>;
}

/** The calls that make up nearly all of the load of a busy service. */
const FREQUENT: readonly Call[] = [
  {
    name: "a bot writes to a group",
    run: (t) => t.ok("echo_bot", "sendMessage", { chat_id: t.id("Team"), text: "hello" }),
  },
  {
    name: "a bot writes to a person",
    run: (t) => t.ok("echo_bot", "sendMessage", { chat_id: t.id("alice"), text: "hello" }),
  },
  {
    name: "a person writes to a group with bots, and mentions a member",
    run: (t) => t.as("alice", "sendMessage", { chat_id: t.id("Team"), text: "hello @bob" }),
  },
  {
    name: "a person writes to a bot",
    run: async (t) => {
      const path = "/api/sendMessage";
      const headers = { authorization: `Bearer ${t.accessToken("alice")}`, "idempotency-key": "one-of-its-kind" };
      const sent = await t.post(path, { chat_id: t.id("echo_bot"), text: "/start" }, headers);
      expect(sent.status).toBe(200);
    },
  },
  { name: "a bot polls and confirms", run: (t) => t.updates("echo_bot") },
  {
    name: "a bot edits and deletes a message",
    run: async (t) => {
      const chat_id = t.id("Team");
      const { message_id } = await t.ok("echo_bot", "sendMessage", { chat_id, text: "draft" });
      await t.ok("echo_bot", "editMessageText", { chat_id, message_id, text: "final" });
      await t.ok("echo_bot", "deleteMessage", { chat_id, message_id });
    },
  },
  {
    name: "a bot forwards a message",
    run: async (t) => {
      const from_chat_id = t.id("Team");
      const { message_id } = await t.as("alice", "sendMessage", { chat_id: from_chat_id, text: "/forward" });
      await t.ok("echo_bot", "forwardMessage", { chat_id: t.id("alice"), from_chat_id, message_id });
    },
  },
  {
    name: "a person presses a button",
    run: async (t) => {
      const chat_id = t.id("Team");
      const reply_markup = { inline_keyboard: [[{ text: "Yes", callback_data: "yes" }]] };
      const { message_id } = await t.ok("guard_bot", "sendMessage", { chat_id, text: "Sure?", reply_markup });
      const pressed = await t.as("alice", "pressButton", { chat_id, message_id, callback_data: "yes" });
      await t.ok("guard_bot", "answerCallbackQuery", pressed);
    },
  },
  {
    name: "a person reads a chat",
    run: async (t) => {
      const chat_id = t.id("Team");
      await t.as("bob", "getDifference", { chat_id, seq: 0 });
      const { messages } = await t.as("bob", "getHistory", { chat_id });
      await t.as("bob", "readMessages", { chat_id, message_id: messages.at(-1).message_id });
    },
  },
  {
    name: "a bot looks up a member",
    run: (t) => t.ok("guard_bot", "getChatMember", { chat_id: t.id("Team"), user_id: t.id("bob") }),
  },
  {
    name: "a person saves a draft",
    run: (t) => t.as("alice", "saveDraft", { chat_id: t.id("Team"), text: "to be sent" }),
  },
];

interface LoggedStatement {
  readonly text: string;
  /** The distributed tables that it has visited. */
  readonly tables: readonly string[];
  /** Numbers of the partitions that it has visited. */
  readonly parts: readonly number[];
}

describe.skipIf(!binaries)("statements on partitioned tables", () => {
  let server: TestPostgres;
  let t: TestService;
  let markers = 0;
  const seen = new Set<string>();
  beforeAll(async () => {
    server = await startPostgres(binaries!, LOGGED_PLANS);
    const database = await migratedDatabase(server.url);
    await partitionHotTables(database);
    const name = database.split("/").at(-1)!;
    for (const [setting, value] of Object.entries(EXPLAIN))
      await onServer(server.url, `alter database ${name} set ${setting} = '${value}'`);
    t = await startWorld("postgres", undefined, { reach: () => database, search_index: true });
  });
  afterAll(async () => {
    await t.stop();
    await server.stop();
  });

  /** The statements that the server executes during `work`. */
  const statementsDuring = async (work: () => Promise<unknown>): Promise<LoggedStatement[]> => {
    const from = await logged();
    await work();
    return (await logged()).slice(from.length);
  };

  /**
   * Everything logged so far. A plan is logged when its transaction ends, which may be after its caller has the result;
   * so all others must have ended. A statement of the test's own then shows that the log is complete up to here.
   */
  const logged = async (): Promise<LoggedStatement[]> => {
    await onDatabase(t.database, async (client) => {
      await until(async () => (await client.query(BUSY)).rowCount === 0, "the end of all other statements");
    });
    const marker = `marker ${++markers}`;
    await onServer(t.database, `select '${marker}'`);
    const path = join(server.folder, "data", "plans", "plans.json");
    const whole = await until(() => {
      const text = existsSync(path) ? readFileSync(path, "utf8") : "";
      return text.includes(marker) ? text : undefined;
    }, `${marker} in the log of plans`);
    return whole.split("\n").flatMap(readEntry);
  };

  /** Statements that visit more than one partition, except those of background jobs and those that list their keys. */
  const crossingStatements = async (work: () => Promise<unknown>): Promise<string[]> => {
    const statements = await statementsDuring(work);
    for (const { tables } of statements) for (const table of tables) seen.add(table);
    return statements
      .filter((statement) => statement.parts.length > 1 && !BACKGROUND.test(statement.text) && !listsKeys(statement))
      .map(({ text }) => text);
  };

  test.each(FREQUENT)("stay within one chat or stream: $name", async ({ run }) => {
    expect(await crossingStatements(() => run(t))).toEqual([]);
  });

  test("stay within one chat or stream: an event on a socket", async () => {
    const socket = new StreamSocket(t, "bob");
    await socket.until(({ type }) => type === "hello");
    const sending = () => t.as("alice", "sendMessage", { chat_id: t.id("Team"), text: "on the socket" });
    const shown = () => socket.until((frame) => JSON.stringify(frame).includes("on the socket"));
    expect(await crossingStatements(async () => Promise.all([sending(), shown()]))).toEqual([]);
    socket.close();
  });

  test("stay within one chat or stream: a webhook", async () => {
    const receiver = new Receiver();
    await t.ok("guard_bot", "setWebhook", { url: await receiver.listen() });
    const crossing = await crossingStatements(async () => {
      await t.as("alice", "sendMessage", { chat_id: t.id("guard_bot"), text: "to the webhook" });
      await receiver.until(1);
    });
    expect(crossing).toEqual([]);
    await t.ok("guard_bot", "deleteWebhook");
    await receiver.close();
  });

  test("are found if they visit several partitions", async () => {
    const statement = "select count(*) from message where sender_id = 1";
    expect(await crossingStatements(() => onServer(t.database, statement))).toEqual([statement]);
  });

  test("are all seen: the frequent calls use every distributed table", () => {
    expect([...seen].sort()).toEqual(Object.keys(DISTRIBUTION_KEYS).sort());
  });
});

/**
 * Whether a statement has a list of the keys of the rows that it visits in each table, as those at the end of a batch do.
 * It can be split into one statement for each partition.
 */
function listsKeys({ text, tables }: LoggedStatement): boolean {
  return tables.every((table) =>
    new RegExp(`\\b(?:${table}\\.)?${DISTRIBUTION_KEYS[table]} = (?:any\\(|(?:by|new|moved|key|k)\\.\\w+)`).test(text),
  );
}

function readEntry(line: string): LoggedStatement[] {
  if (!line.includes("plan:")) return [];
  const { message } = JSON.parse(line) as { message: string };
  const logged = JSON.parse(message.slice(message.indexOf("{"))) as { "Query Text": string; Plan: PlanNode };
  const touched = touchedPartitions(logged.Plan);
  return [
    {
      text: logged["Query Text"].replaceAll(/\s+/g, " "),
      tables: touched.map(({ table }) => table),
      parts: [...new Set(touched.map(({ part }) => part))],
    },
  ];
}
