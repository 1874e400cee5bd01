/** A service with a world in it, in the test's own process: any engine, a clock to turn, everything gone afterwards. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { carryOut } from "heliogram/cli/accounts.ts";
import { startService, type Service, type ServiceOptions } from "heliogram/cli/service.ts";
import { limitsFrom, postgresFrom } from "heliogram/cli/limits.ts";
import { hashPassword } from "heliogram/app/passwords.ts";
import { createLog } from "heliogram/operations/log.ts";
import { manualClock, type ManualClock } from "heliogram/ports/clock.ts";
import { seededRandom } from "heliogram/ports/random.ts";
import { settingsSchema } from "heliogram/settings/settings.ts";
import { loadWorld, type LoadedWorld } from "heliogram/world/load.ts";
import { worldSchema } from "heliogram/world/schema.ts";
import { Canary, placesIn, type Place } from "./canary.ts";
import { expectDescribed } from "./described.ts";
import type { Json } from "./json.ts";
import { keepOutput } from "./output.ts";
import { createDatabase, dropDatabase, rowsOf } from "./postgres.ts";

export type { Json } from "./json.ts";

export type Engine = "sqlite" | "memory" | "postgres";

/** The engines that every black-box suite runs on. */
export function engines(): Engine[] {
  return inject("postgresUrl") === "" ? ["sqlite"] : ["sqlite", "postgres"];
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

/** 2026-01-01T00:00:00Z: a moment like any other. */
export const START_S = 1_767_225_600;

export const WORLD = {
  people: [
    { name: "Alice", username: "alice", owner: true },
    { name: "Bob", username: "bob" },
    { name: "Carla", username: "carla" },
    { name: "Dave", username: "dave" },
  ],
  bots: [
    { name: "Echo", username: "echo_bot", owner: "alice", started_by: ["alice"] },
    { name: "Guard", username: "guard_bot", owner: "alice", started_by: ["alice"] },
    { name: "Stranger", username: "stranger_bot" },
  ],
  chats: [
    {
      title: "Team",
      username: "team",
      creator: "alice",
      members: ["bob", "carla", "echo_bot", { username: "guard_bot", status: "administrator", rights: "all" }],
    },
    {
      type: "channel",
      title: "News",
      creator: "alice",
      members: ["bob", { username: "guard_bot", status: "administrator", rights: "all" }],
    },
    { title: "Private", creator: "alice", members: ["bob"] },
  ],
};

export class TestService {
  /** Another one after a restart. */
  service: Service;
  readonly world: LoadedWorld;
  readonly clock: ManualClock;
  readonly log: string[];
  readonly dir: string;
  /** Knows the secrets of this service, and finds them where they do not belong when it stops. */
  readonly canary: Canary;
  readonly #options: ServiceOptions;
  readonly #output = keepOutput();

  constructor(
    service: Service,
    world: LoadedWorld,
    clock: ManualClock,
    log: string[],
    options: ServiceOptions,
    canary: Canary,
  ) {
    this.service = service;
    this.canary = canary;
    this.world = world;
    this.clock = clock;
    this.log = log;
    this.dir = options.data_dir;
    this.#options = options;
  }

  /** Stops the service in order and starts it again on what it has kept; others may have it `between`. */
  async restart(between = async () => {}): Promise<void> {
    await this.service.close();
    await between();
    this.service = await startService(this.#options);
  }

  get url(): string {
    return this.service.url;
  }

  token(username: string): string {
    return this.world.bots.find((bot) => bot.username === username)!.token;
  }

  accessToken(username: string): string {
    return this.world.people.find((person) => person.username === username)!.access_token;
  }

  /** The id of a person, a bot or a chat, by user name or title. */
  id(name: string): number {
    const { people, bots, chats } = this.world;
    const found =
      [...people, ...bots].find((each) => each.username === name) ?? chats.find((chat) => chat.title === name);
    return found!.id;
  }

  /** Calls a bot method. */
  bot(username: string, method: string, params: object = {}): Promise<Answer> {
    return this.post(`/bot${this.token(username)}/${method}`, params);
  }

  /** Calls a bot method that must work. */
  async ok(username: string, method: string, params: object = {}): Promise<Json> {
    return result(await this.bot(username, method, params), method);
  }

  /** Calls a method of the people's interface. */
  person(username: string, method: string, params: object = {}): Promise<Answer> {
    return this.post(`/api/${method}`, params, { authorization: `Bearer ${this.accessToken(username)}` });
  }

  /** Calls a method of the people's interface that must work. */
  async as(username: string, method: string, params: object = {}): Promise<Json> {
    return result(await this.person(username, method, params), method);
  }

  post(path: string, params: object, headers: Record<string, string> = {}): Promise<Answer> {
    const form = params instanceof FormData;
    this.canary.hear(params);
    const body = form ? params : JSON.stringify(params);
    const type: Record<string, string> = form ? {} : { "content-type": "application/json" };
    return this.fetch(path, { method: "POST", body, headers: { ...type, ...headers } });
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Answer> {
    const answer = await fetch(`${this.url}${path}`, init);
    const text = await answer.text();
    const body = parse(text);
    expectDescribed(path, answer.status, body);
    return { status: answer.status, headers: answer.headers, body };
  }

  /** Carries out an operator's command. Its codes and tokens come from the machine's own chance. */
  async operate(command: string, options: object = {}): Promise<Json> {
    const { db, hashes, deps } = this.service;
    this.canary.hear(options);
    const done = await carryOut(
      { db, hashes, updates: deps.updates, addresses: [deps.addresses.common] },
      { command, ...options },
    );
    for (const [name, value] of Object.entries(done)) {
      if (["token", "code"].includes(name) && typeof value === "string") this.canary.remember(value);
    }
    return done;
  }

  /** Resolves when this many long polls wait. */
  async waiting(count: number): Promise<void> {
    for (;;) {
      const text: string = (await this.fetch("/metrics")).body;
      if (text.includes(`heliogram_waiting_polls ${count}\n`)) return;
    }
  }

  /** Turns the clock on, step by step, until something that waits for it has happened. */
  async advanceUntil<T>(outcome: Promise<T>, step_ms: number): Promise<T> {
    let done = false;
    void outcome.finally(() => (done = true)).catch(() => {});
    while (!done) {
      this.clock.advance(step_ms);
      await this.fetch("/healthz");
    }
    return outcome;
  }

  /** Everything pending for a bot; it is confirmed. */
  async updates(username: string): Promise<Json[]> {
    const updates = await this.ok(username, "getUpdates", {});
    if (updates.length > 0) await this.ok(username, "getUpdates", { offset: updates.at(-1).update_id + 1 });
    return updates;
  }

  /** @throws Error when a secret of this service lies about in what it has left */
  async stop(): Promise<void> {
    const metrics = String((await this.fetch("/metrics")).body);
    await this.service.close();
    const leaks = this.canary.search([
      { name: "the metrics", content: metrics },
      { name: "the log", content: this.log.join("") },
      { name: "the output", content: this.#output() },
      ...placesIn(this.dir),
      ...(await this.#tables()),
    ]);
    rmSync(this.dir, { recursive: true, force: true });
    if (this.#isOnServer) await dropDatabase(this.#options.database);
    if (leaks.length > 0) throw new Error(`the service has leaked: ${leaks.join("; ")}`);
  }

  /** Its store, as the settings name it. */
  get database(): string {
    return this.#options.database;
  }

  /** What its database on a server is called. */
  get databaseName(): string {
    return this.#options.database.split("/").at(-1)!;
  }

  get #isOnServer(): boolean {
    return this.#options.database.startsWith("postgres");
  }

  /** A store on a server leaves no files of its own. */
  async #tables(): Promise<Place[]> {
    return this.#isOnServer ? rowsOf(this.#options.database) : [];
  }
}

function result(answer: Answer, method: string): Json {
  if (answer.body?.ok !== true) throw new Error(`${method} answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.result;
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export type Overrides = Partial<Omit<ServiceOptions, "database" | "data_dir" | "postgres">> & {
  /** What of the usual limits is another. */
  readonly postgres?: Partial<ServiceOptions["postgres"]>;
  /** When the clock begins. */
  readonly start_ms?: number;
  /** The address by which the service reaches its database on a server, where that is not the server's own. */
  readonly reach?: (database: string) => string;
};

/** Starts a service on an engine and fills it with a world. */
export async function startWorld(
  engine: Engine,
  world: object = WORLD,
  { start_ms = START_S * 1000, reach = (address) => address, postgres = {}, ...overrides }: Overrides = {},
): Promise<TestService> {
  const dir = mkdtempSync(join(tmpdir(), "heliogram-test-"));
  const database = engine === "postgres" ? reach(await createDatabase(inject("postgresUrl"))) : engine;
  const clock = manualClock(start_ms);
  const canary = new Canary();
  const log: string[] = [];
  const settings = settingsSchema.parse({ port: 0, host: "127.0.0.1", rate_limits: "off", metrics: true });
  const options: ServiceOptions = {
    ...settings,
    database,
    data_dir: dir,
    public_url: undefined,
    // Most tests count polls and updates: only those of the assistant have it beside them.
    assistant: false,
    bots_per_person: undefined,
    chats_per_person: undefined,
    web_dir: undefined,
    limits: limitsFrom(settings),
    postgres: { ...postgresFrom(settings), ...postgres },
    // Tests run on whatever disk there is.
    min_free_bytes: 0,
    egress: { allow: [], allow_everything: true },
    session_s: 86_400,
    clock,
    log: createLog("info", (line) => log.push(line)),
    fatal: (error) => {
      throw error;
    },
    ...overrides,
    random: canary.watching(overrides.random ?? seededRandom("tests")),
  };
  const { bytes } = options.random;
  const parsed = worldSchema.parse(world);
  for (const person of parsed.people) canary.hear(person);
  const service = await startService(options);
  const loaded = await loadWorld(
    {
      db: service.db,
      env: service.env,
      hashes: service.hashes,
      bytes,
      now_s: Math.floor(start_ms / 1000),
      hashPassword: (password) => hashPassword(password, bytes),
    },
    parsed,
  );
  return new TestService(service, loaded, clock, log, options, canary);
}
