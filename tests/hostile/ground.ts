/** Fitting calls of every method: the worlds of the authorization matrix, and what its tables say is allowed there. */
import type { Method } from "heliogram/methods/method.ts";
import { BOT_METHODS } from "heliogram/methods/bot/index.ts";
import { WEB_METHODS } from "heliogram/methods/web/index.ts";
import type { Engine, Overrides, TestService } from "../kit/service.ts";
import { CALLERS } from "../matrix/callers.ts";
import { cellsOf, type Cell } from "../matrix/cells.ts";
import type { Face } from "../matrix/expected.ts";
import { OWNERS, OWNERS_OBJECTS } from "../matrix/owners.ts";
import { NO_CHAT, NOBODY, requestFor } from "../matrix/requests.ts";
import { SELF } from "../matrix/self-table.ts";
import { OBJECTS, SelfWorld } from "../matrix/self.ts";
import { CALLER, Stages, type Stage } from "../matrix/stage.ts";
import type { Dice } from "./dice.ts";
import type { Caller } from "./encode.ts";

/** A method as bots or as people call it. */
export interface Entry {
  readonly name: string;
  readonly face: Face;
  readonly method: Method;
}

export const ENTRIES: readonly Entry[] = [
  ...BOT_METHODS.map((method): Entry => ({ name: `bot ${method.name}`, face: "bot", method })),
  ...WEB_METHODS.map((method): Entry => ({ name: `person ${method.name}`, face: "person", method })),
];

export interface Fitting {
  readonly t: TestService;
  readonly caller: Caller;
  readonly params: Readonly<Record<string, unknown>>;
  /** Ids and names that there are, some of them where they fit. */
  readonly real: readonly unknown[];
}

/** Calls that one chat serves: by then somebody has left it, deleted what was in it, or closed it. */
const USES = 40;
/** What takes the chat away from whoever calls: the next call gets another one. */
const ENDS_CHAT = new Set(["leaveChat", "deleteChat", "transferOwnership"]);
/** Who calls where it would take from the caller what other calls need: the name that they sign in with. */
const OTHERS: Readonly<Record<string, string>> = { editProfile: "forgetful" };
/** What ends the session it is called with, or all others. */
const ENDS_SESSIONS = new Set(["signOut", "endSession", "changePassword"]);

/** The cells of the matrix that allow a call upon what fits, by entry. */
const allowed = new Map<string, readonly Cell[]>();

function allowedCells({ name, face, method }: Entry): readonly Cell[] {
  const fits = ({ what, expected }: Cell) => what === "what fits" && expected === "ok";
  const cells = allowed.get(name) ?? cellsOf(face, method).filter(fits);
  allowed.set(name, cells);
  return cells;
}

export class Ground {
  readonly #stages: Stages;
  readonly #self: SelfWorld;
  readonly #chats = new Map<string, { readonly stage: Promise<Stage>; left: number }>();
  readonly #bearers = new Map<string, Promise<string>>();

  private constructor(stages: Stages, self: SelfWorld) {
    this.#stages = stages;
    this.#self = self;
  }

  static async open(engine: Engine, overrides: Overrides): Promise<Ground> {
    return new Ground(await Stages.open(engine, overrides), await SelfWorld.open(engine, overrides));
  }

  get services(): readonly TestService[] {
    return [this.#stages.t, this.#self.t];
  }

  /** A call that is allowed, as long as nothing has come in between. */
  fitting(entry: Entry, dice: Dice): Promise<Fitting> {
    return CALLERS.has(entry.method.name) ? this.#aboutChat(entry, dice) : this.#aboutSelf(entry, dice);
  }

  /** Forgets the sessions that are known: one of them was refused. */
  refused(): void {
    this.#bearers.clear();
  }

  async close(): Promise<void> {
    for (const t of this.services) await t.stop();
  }

  async #aboutChat(entry: Entry, dice: Dice): Promise<Fitting> {
    const { face, method } = entry;
    const cell = dice.pick(allowedCells(entry));
    const stage = await this.#chat(cell);
    const { t } = this.#stages;
    const params = requestFor(this.#stages, stage, method, face, cell.role, {});
    const credential = face === "bot" ? t.token(CALLER.bot) : t.accessToken(CALLER.person);
    const { world, elsewhere, files } = { world: t.world, ...this.#stages };
    const ids = [...world.people, ...world.bots].map(({ id }) => id);
    const things = [...Object.values(stage.messages), ...Object.values(stage.links), ...files.values()];
    const real = [stage.chat_id, elsewhere.chat_id, NO_CHAT, NOBODY, `@stage${-stage.chat_id}`, ...ids, ...things];
    return { t, caller: { face, credential }, params, real };
  }

  /** A chat of the kind that a cell asks for; another one when it has served long enough. */
  #chat(cell: Cell): Promise<Stage> {
    const key = `${cell.where}, ${cell.role}, ${cell.where.startsWith("the private") ? cell.face : ""}`;
    let chat = this.#chats.get(key);
    if (!chat || chat.left === 0) {
      chat = { stage: cell.stage(this.#stages, true), left: USES };
      this.#chats.set(key, chat);
    }
    chat.left = ENDS_CHAT.has(cell.method.name) ? 0 : chat.left - 1;
    return chat.stage;
  }

  async #aboutSelf({ face, method }: Entry, dice: Dice): Promise<Fitting> {
    const w = this.#self;
    const { t } = w;
    const isOwners = method.access.scope === "owner";
    const outcomes = (isOwners ? OWNERS : SELF)[method.name]!;
    const object = dice.pick(Object.keys(outcomes).filter((each) => outcomes[each] === "ok"));
    const params = await (isOwners ? OWNERS_OBJECTS : OBJECTS)[object]!(w);
    const others = ["other", "other_bot", "spare_bot", "deleted_bot", "Public", "Closed"].map((name) => t.id(name));
    const real = [...others, NOBODY, "other", "@other_bot", "public", "closed", 1, 2, 3];
    const caller: Caller = { face, credential: await this.#credential(face, method) };
    return { t, caller, params, real };
  }

  #credential(face: Face, method: Method): Promise<string> | string {
    if (face === "bot") return this.#self.t.token(CALLER.bot);
    if (method.access.scope === "anyone") return "";
    const username = method.access.scope === "owner" ? "boss" : (OTHERS[method.name] ?? "caller");
    if (ENDS_SESSIONS.has(method.name)) return this.#self.session(username);
    let bearer = this.#bearers.get(username);
    if (!bearer) this.#bearers.set(username, (bearer = this.#self.session(username)));
    return bearer;
  }
}
