/** A service in the process of the test: filled with a world, on either engine, with a manual clock. `stop` removes its data. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { executeCommand } from "heliogram/cli/admin/execute.ts";
import { startService, type Service, type ServiceOptions } from "heliogram/runtime/service.ts";
import { limitsFrom, postgresFrom } from "heliogram/runtime/settings-options.ts";
import { hashPassword } from "heliogram/app/accounts/passwords.ts";
import { createLog } from "heliogram/operations/log.ts";
import { manualClock, type ManualClock } from "heliogram/ports/clock.ts";
import { seededRandom } from "heliogram/ports/random.ts";
import { settingsSchema } from "heliogram/settings/settings.ts";
import { loadWorld, type LoadedWorld } from "heliogram/world/load.ts";
import { worldSchema } from "heliogram/world/schema.ts";
import { Canary, placesIn, type Place } from "./canary.ts";
import { exchange, isTextRequest, type TextResponse } from "./http-client.ts";
import { expectResponseInSchema } from "./openapi-check.ts";
import type { Json } from "./json.ts";
import { LONG_RUN } from "./long-run.ts";
import { captureOutput } from "./output.ts";
import { giveBackDatabase, rowsOf, takeDatabase } from "./databases.ts";
import { takeBucket } from "./s3.ts";
import { until } from "./until.ts";

export type { Json } from "./json.ts";

export type Engine = "sqlite" | "memory" | "postgres";

/** Both engines, for suites of the store itself and of what its transactions decide. */
export function engines(): Engine[] {
  return inject("postgresUrl") === "" ? ["sqlite"] : ["sqlite", "postgres"];
}

/**
 * The engines of suites of rules, whose queries are written once for both: PostgreSQL, because most other suites run on
 * SQLite, and in a long run SQLite.
 */
export function enginesInTurn(): Engine[] {
  return LONG_RUN ? ["sqlite"] : engines().slice(-1);
}

/** The engine of suites whose outcome does not depend on the store: SQLite, and in a long run PostgreSQL. */
export function engineIndependent(): Engine[] {
  return LONG_RUN ? engines().slice(-1) : ["sqlite"];
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

/** 2026-01-01T00:00:00Z, the start of the manual clock. */
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
  /** Another one after `renewWorld`. */
  world: LoadedWorld;
  /** The user names of that one, by those of `world`. */
  usernames: ReadonlyMap<string, string> = new Map();
  readonly clock: ManualClock;
  readonly log: string[];
  readonly dir: string;
  /** Records the secrets of this service, and searches its output for them when it stops. */
  readonly canary: Canary;
  /** Where its files are, if not in its folder. */
  readonly files: ServiceOptions["files"];
  readonly options: ServiceOptions;
  /** The address of its database on the server itself; the service may use another, such as a proxy's. */
  readonly #ownDatabase: string;
  /** Whether another service of the test owns the database and the folder. */
  #isGuest = false;
  #guests = 0;
  readonly #output = captureOutput();

  constructor(
    service: Service,
    world: LoadedWorld,
    clock: ManualClock,
    log: string[],
    options: ServiceOptions,
    canary: Canary,
    database: string,
  ) {
    this.#ownDatabase = database;
    this.service = service;
    this.canary = canary;
    this.world = world;
    this.clock = clock;
    this.log = log;
    this.dir = options.data_dir;
    this.files = options.files;
    this.options = options;
  }

  /** Stops the service gracefully and starts it again on the same data; `between` runs in between. */
  async restart(between = async () => {}): Promise<void> {
    await this.service.close();
    await between();
    this.service = await startService(this.options);
  }

  /**
   * Starts another node on the same PostgreSQL database and folder, with a manual clock of its own unless another is
   * given. It is to be stopped before this one.
   */
  async join({ reach, ...own }: NodeOverrides = {}): Promise<TestService> {
    this.#guests += 1;
    const log: string[] = [];
    const clock = manualClock(this.clock.now());
    const options: ServiceOptions = {
      ...this.options,
      database: reach ? reach(this.#ownDatabase) : this.#ownDatabase,
      clock,
      log: createLog("info", (line) => log.push(line)),
      random: this.canary.watching(seededRandom(`node ${this.#guests}`)),
      ...own,
    };
    const service = await startService(options);
    const node = new TestService(service, this.world, clock, log, options, this.canary, this.#ownDatabase);
    node.#isGuest = true;
    return node;
  }

  /** Makes a further world, for the calls of its people and bots. It ends with this service. */
  async further(content: object): Promise<TestService> {
    const worlds = this.service.worlds!;
    const made = await worlds.create(undefined, content);
    const loaded: LoadedWorld = { people: [...made.people], bots: [...made.bots], chats: [...made.chats] };
    for (const { token } of made.bots) this.canary.remember(token);
    for (const { access_token } of made.people) this.canary.remember(access_token);
    const { url, metrics_url, tls_url, elsewhere, drain, close, retire, adopt } = this.service;
    const instance = () => worlds.find(made.world).instance;
    const service: Service = {
      url,
      metrics_url,
      tls_url,
      elsewhere,
      drain,
      close,
      retire,
      adopt,
      worlds,
      get db() {
        return instance().components.db;
      },
      get blobs() {
        return instance().components.media.blobs;
      },
      get app() {
        return instance().components.app;
      },
      get hashes() {
        return instance().components.hashes;
      },
      get cluster() {
        return instance().components.cluster;
      },
      get deps() {
        return instance().deps;
      },
    };
    const world = new TestService(service, loaded, this.clock, this.log, this.options, this.canary, "memory");
    world.#isGuest = true;
    return world;
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

  /** The user name that a person, a bot or a chat has in the service. */
  username(name: string): string {
    return this.usernames.get(name) ?? name;
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

  /** Calls a bot method and expects success. */
  async ok(username: string, method: string, params: object = {}): Promise<Json> {
    return result(await this.bot(username, method, params), method);
  }

  /** Calls a method of the user API. */
  person(username: string, method: string, params: object = {}): Promise<Answer> {
    return this.post(`/api/${method}`, params, { authorization: `Bearer ${this.accessToken(username)}` });
  }

  /** Calls a method of the user API and expects success. */
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
    const { status, headers, text } = await responseTo(`${this.url}${path}`, init);
    const body = parse(text);
    expectResponseInSchema(path, status, body);
    return { status, headers, body };
  }

  /** Executes an operator's command. Its codes and tokens use the system's randomness. */
  async operate(command: string, options: object = {}): Promise<Json> {
    const { db, hashes, app, deps } = this.service;
    this.canary.hear(options);
    const done = await executeCommand(
      {
        db,
        hashes,
        app,
        audit_days: this.options.audit_days,
        updates: deps.updates,
        addresses: [deps.addresses.public_url],
      },
      { command, ...options },
    );
    for (const [name, value] of Object.entries(done)) {
      if (["token", "code"].includes(name) && typeof value === "string") this.canary.remember(value);
    }
    return done;
  }

  /** Resolves when this many long polls wait. */
  async waiting(count: number): Promise<void> {
    const line = `heliogram_waiting_polls ${count}\n`;
    await until(async () => String((await this.fetch("/metrics")).body).includes(line), `${count} waiting polls`);
  }

  /** Advances the clock in steps until the condition holds. */
  async advanceUntil<T>(outcome: Promise<T>, step_ms: number): Promise<T> {
    let done = false;
    void outcome.finally(() => (done = true)).catch(() => {});
    await until(async () => {
      if (done) return true;
      this.clock.advance(step_ms);
      // It waits for a heartbeat, without which a node delivers nothing.
      await this.fetch("/readyz");
      return done;
    }, `an outcome for which the clock is advanced by ${step_ms} ms at a time`);
    return outcome;
  }

  /** Returns and confirms all pending updates of a bot. */
  async updates(username: string): Promise<Json[]> {
    const updates = await this.ok(username, "getUpdates", {});
    if (updates.length > 0) await this.ok(username, "getUpdates", { offset: updates.at(-1).update_id + 1 });
    return updates;
  }

  /** @throws Error if a secret of this service is in its output or its files */
  async stop(): Promise<void> {
    const metrics = String((await this.fetch("/metrics")).body);
    await this.service.close();
    const leaks = this.canary.search([
      { name: "the metrics", content: metrics },
      { name: "the log", content: this.log.join("") },
      { name: "the output", content: this.#output() },
      ...(this.#isGuest ? [] : [...placesIn(this.dir), ...(await this.#tables())]),
    ]);
    if (!this.#isGuest) rmSync(this.dir, { recursive: true, force: true });
    if (!this.#isGuest && this.#isOnServer) await giveBackDatabase(this.#ownDatabase);
    if (leaks.length > 0) throw new Error(`the service has leaked: ${leaks.join("; ")}`);
  }

  /** The store, as in the settings. */
  get database(): string {
    return this.options.database;
  }

  /** The name of its database on the server. */
  get databaseName(): string {
    return this.options.database.split("/").at(-1)!;
  }

  get #isOnServer(): boolean {
    return this.options.database.startsWith("postgres");
  }

  /** A store on a server leaves no files of its own. */
  async #tables(): Promise<Place[]> {
    return this.#isOnServer ? rowsOf(this.#ownDatabase) : [];
  }
}

function result(answer: Answer, method: string): Json {
  if (answer.body?.ok !== true) throw new Error(`${method} answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.result;
}

async function responseTo(url: string, init: RequestInit): Promise<TextResponse> {
  if (isTextRequest(init)) return exchange(url, init);
  const response = await fetch(url, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The least that argon2id allows: the hashes of a test take no time. */
const CHEAP_PASSWORDS: NonNullable<ServiceOptions["password_cost"]> = { memory_kib: 8, passes: 1 };

/** Idle media workers that services of earlier tests have left. */
const spareMediaWorkers: NonNullable<ServiceOptions["spare_media_workers"]> = [];

export type Overrides = Partial<Omit<ServiceOptions, "database" | "data_dir" | "postgres">> & {
  /** The limits that differ from the defaults. */
  readonly postgres?: Partial<ServiceOptions["postgres"]>;
  /** The start of the clock. */
  readonly start_ms?: number;
  /** The address of the database for the service, if it differs from the server's, such as a proxy's. */
  readonly reach?: (database: string) => string;
};

/** What is another in a further node. */
export type NodeOverrides = Partial<Omit<ServiceOptions, "database" | "data_dir">> & Pick<Overrides, "reach">;

/** Starts a service on an engine and fills it with a world. */
export async function startWorld(
  engine: Engine,
  world: object = WORLD,
  { start_ms = START_S * 1000, reach = (address) => address, postgres = {}, ...overrides }: Overrides = {},
): Promise<TestService> {
  const dir = mkdtempSync(join(tmpdir(), "heliogram-test-"));
  const ownDatabase = engine === "postgres" ? await takeDatabase() : engine;
  const clock = manualClock(start_ms);
  const canary = new Canary();
  const log: string[] = [];
  const settings = settingsSchema.parse({ port: 0, host: "127.0.0.1", rate_limits: "off", metrics: true });
  const options: ServiceOptions = {
    ...settings,
    database: engine === "postgres" ? reach(ownDatabase) : engine,
    data_dir: dir,
    public_url: undefined,
    // Most tests count polls and updates: only those of the assistant have it beside them.
    assistant: false,
    // The thread of the index takes more time than the rest of a service's start: only tests of it have it.
    search_index: false,
    password_cost: CHEAP_PASSWORDS,
    spare_media_workers: overrides.media_worker ? undefined : spareMediaWorkers,
    redis_url: undefined,
    web_dir: undefined,
    files: inject("files") === "s3" ? await takeBucket() : undefined,
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
      app: service.app,
      hashes: service.hashes,
      bytes,
      now_s: Math.floor(start_ms / 1000),
      hashPassword: (password) => hashPassword(password, bytes, options.password_cost),
    },
    parsed,
  );
  return new TestService(service, loaded, clock, log, options, canary, ownDatabase);
}
