/** Remembers which bot a token belongs to, so that a call need not look twice: the transaction checks it anyway. */
import type { Hashes } from "../app/tokens.ts";
import type { Bot } from "../domain/accounts.ts";
import { findBot, findBotByTokenHash } from "../store/accounts.ts";
import { whenThere, type Awaitable, type Db, type ReadTx } from "../store/db.ts";

/** Tokens remembered at most; past it, all are forgotten and looked up anew. */
const MAX_TOKENS = 10_000;

const TOKEN = /^\d{1,16}:[A-Za-z0-9_-]{1,128}$/;

export class Identities {
  readonly #db: Db;
  readonly #hashes: Hashes;
  readonly #known = new Map<string, Bot>();

  constructor(db: Db, hashes: Hashes) {
    this.#db = db;
    this.#hashes = hashes;
  }

  /** The bot a token belongs to, if it is remembered: whoever acts on it must `reload` inside the transaction. */
  remembered(token: string): Bot | undefined {
    return this.#known.get(token);
  }

  /** The bot a token belongs to at this moment. */
  async look(token: string): Promise<Bot | undefined> {
    if (!TOKEN.test(token)) return undefined;
    const token_hash = this.#hashes.of(token);
    const bot = await this.#db.read((tx) => findBotByTokenHash(tx, token_hash));
    const admitted = bot?.suspended_at === null ? bot : undefined;
    this.#keep(token, admitted);
    return admitted;
  }

  /** The bot as it is inside a transaction; `undefined` when it was suspended or its token replaced meanwhile. */
  reload(tx: ReadTx, token: string, before: Bot): Awaitable<Bot | undefined> {
    return whenThere(findBot(tx, before.id), (now) => this.#check(token, before, now));
  }

  #check(token: string, before: Bot, now: Bot | undefined): Bot | undefined {
    const bot = now?.token_hash === before.token_hash && now.suspended_at === null ? now : undefined;
    if (bot !== before) this.#keep(token, bot);
    return bot;
  }

  /** A bot was suspended or its token replaced: what is remembered of it is worth nothing. */
  forget(bot_id: number): void {
    for (const [token, bot] of this.#known) if (bot.id === bot_id) this.#known.delete(token);
  }

  #keep(token: string, bot: Bot | undefined): void {
    if (!bot) this.#known.delete(token);
    else {
      if (this.#known.size >= MAX_TOKENS && !this.#known.has(token)) this.#known.clear();
      this.#known.set(token, bot);
    }
  }
}
