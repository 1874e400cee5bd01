/** Valid calls of every method, from the fixtures and tables of the authorization matrix. */
import type { Method } from "heliogram/methods/engine/method.ts";
import { BOT_METHODS } from "heliogram/methods/bot/index.ts";
import { USER_METHODS } from "heliogram/methods/user/index.ts";
import type { Engine, Overrides, TestService } from "../support/service.ts";
import { CALLERS } from "../matrix/callers.ts";
import { casesOf, type Case } from "../matrix/cases.ts";
import type { Api } from "../matrix/expected.ts";
import { OWNERS, OWNERS_OBJECTS } from "../matrix/owners.ts";
import { UNKNOWN_CHAT, UNKNOWN_USER, requestFor } from "../matrix/requests.ts";
import { SELF } from "../matrix/self-table.ts";
import { OBJECTS, SelfFixtures, WITH_MAIL_AND_PROVIDER } from "../matrix/self.ts";
import { CALLER, Fixtures, type ChatFixture } from "../matrix/fixtures.ts";
import type { Dice } from "./seeded-random.ts";
import type { Caller } from "./encode.ts";

/** A method of one API. */
export interface Entry {
  readonly name: string;
  readonly api: Api;
  readonly method: Method;
}

export const ENTRIES: readonly Entry[] = [
  ...BOT_METHODS.map((method): Entry => ({ name: `bot ${method.name}`, api: "bot", method })),
  ...USER_METHODS.map((method): Entry => ({ name: `person ${method.name}`, api: "person", method })),
];

export interface Fitting {
  readonly t: TestService;
  readonly caller: Caller;
  readonly params: Readonly<Record<string, unknown>>;
  /** Existing ids and names. */
  readonly real: readonly unknown[];
}

/** The number of calls on one chat; then a new one is created, because calls remove its members and messages. */
const USES = 40;
/** Methods after which the caller has lost the chat, so that the next call gets another one. */
const ENDS_CHAT = new Set(["leaveChat", "deleteChat", "transferOwnership"]);
/**
 * Parameters of methods that prove, change or delete what the caller signs in with. Each of their calls has a caller of
 * its own. Otherwise most of them would find a password that was changed, tried too often, or a factor that has gone.
 */
const OF_SIGN_IN = ["password", "old_password", "passkey_id", "setup"];
/** Methods that end the session of the call, or all others. */
const ENDS_SESSIONS = new Set(["signOut", "endSession", "endSessions"]);

/** The cases of the matrix that allow a call with valid parameters, by entry. */
const allowed = new Map<string, readonly Case[]>();

function allowedCases({ name, api, method }: Entry): readonly Case[] {
  const isValid = ({ about, expected }: Case) => about === "valid parameters" && expected === "ok";
  const cases = allowed.get(name) ?? casesOf(api, method).filter(isValid);
  allowed.set(name, cases);
  return cases;
}

export class FuzzWorld {
  readonly #fixtures: Fixtures;
  readonly #self: SelfFixtures;
  readonly #chats = new Map<string, { readonly fixture: Promise<ChatFixture>; left: number }>();
  readonly #bearers = new Map<string, Promise<string>>();

  private constructor(fixtures: Fixtures, self: SelfFixtures) {
    this.#fixtures = fixtures;
    this.#self = self;
  }

  static async open(engine: Engine, overrides: Overrides): Promise<FuzzWorld> {
    return new FuzzWorld(
      await Fixtures.open(engine, overrides),
      await SelfFixtures.open(engine, { ...WITH_MAIL_AND_PROVIDER, ...overrides }),
    );
  }

  get services(): readonly TestService[] {
    return [this.#fixtures.t, this.#self.t];
  }

  /** A valid call, unless a concurrent call has changed its objects. */
  fitting(entry: Entry, dice: Dice): Promise<Fitting> {
    return CALLERS.has(entry.method.name) ? this.#aboutChat(entry, dice) : this.#aboutSelf(entry, dice);
  }

  /** Drops the known sessions, after one of them was refused. */
  refused(): void {
    this.#bearers.clear();
  }

  async close(): Promise<void> {
    for (const t of this.services) await t.stop();
  }

  async #aboutChat(entry: Entry, dice: Dice): Promise<Fitting> {
    const { api, method } = entry;
    const test_case = dice.pick(allowedCases(entry));
    const chat_fixture = await this.#chat(test_case);
    const { t } = this.#fixtures;
    const params = requestFor(this.#fixtures, chat_fixture, method, api, test_case.role, {});
    const credential = api === "bot" ? t.token(CALLER.bot) : t.accessToken(CALLER.person);
    const { world, other_chat, files } = { world: t.world, ...this.#fixtures };
    const ids = [...world.people, ...world.bots].map(({ id }) => id);
    const things = [...Object.values(chat_fixture.messages), ...Object.values(chat_fixture.links), ...files.values()];
    const real = [
      chat_fixture.chat_id,
      other_chat.chat_id,
      UNKNOWN_CHAT,
      UNKNOWN_USER,
      `@chat${-chat_fixture.chat_id}`,
      ...ids,
      ...things,
    ];
    return { t, caller: { api, credential }, params, real };
  }

  /** A chat of the kind that a case needs; after USES calls a new one. */
  #chat(test_case: Case): Promise<ChatFixture> {
    const key = `${test_case.kind}, ${test_case.role}, ${test_case.kind.startsWith("the private") ? test_case.api : ""}`;
    let chat = this.#chats.get(key);
    if (!chat || chat.left === 0) {
      chat = { fixture: test_case.chat(this.#fixtures, true), left: USES };
      this.#chats.set(key, chat);
    }
    chat.left = ENDS_CHAT.has(test_case.method.name) ? 0 : chat.left - 1;
    return chat.fixture;
  }

  async #aboutSelf({ api, method }: Entry, dice: Dice): Promise<Fitting> {
    const needsOwnCaller = OF_SIGN_IN.some((name) => name in method.fields);
    const w = needsOwnCaller ? await this.#self.withNewCaller() : this.#self;
    const { t } = w;
    const isOwners = method.access.scope === "owner";
    const outcomes = (isOwners ? OWNERS : SELF)[method.name]!;
    const object = dice.pick(Object.keys(outcomes).filter((each) => outcomes[each] === "ok"));
    const credential = await this.#credential(api, method, w);
    const params = await (isOwners ? OWNERS_OBJECTS[object]!(w) : OBJECTS[object]!(w, credential));
    const others = ["other", "other_bot", "spare_bot", "deleted_bot", "Public", "Closed"].map((name) => t.id(name));
    const real = [...others, UNKNOWN_USER, "other", "@other_bot", "public", "closed", 1, 2, 3];
    const caller: Caller = { api, credential };
    return { t, caller, params, real };
  }

  async #credential(api: Api, method: Method, w: SelfFixtures): Promise<string> {
    if (api === "bot") return w.t.token(CALLER.bot);
    if (method.access.scope === "anyone") return "";
    // A caller of this call alone.
    if (w !== this.#self) return w.session(w.caller.id);
    const username = method.access.scope === "owner" ? "boss" : "caller";
    if (ENDS_SESSIONS.has(method.name)) return w.session(username);
    let bearer = this.#bearers.get(username);
    if (!bearer) this.#bearers.set(username, (bearer = w.session(username)));
    return bearer;
  }
}
