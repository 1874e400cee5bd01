/**
 * Authentication of bots by their tokens, with a cache. A cached bot is checked again in the transaction of its call.
 */
import type { Hashes } from "../../app/accounts/tokens.ts";
import type { Bot } from "../../domain/accounts.ts";
import { findBot, findBotByTokenHash } from "../../store/queries/accounts/accounts.ts";
import type { Db, ReadTx } from "../../store/db.ts";
import { whenThere, type MaybePromise } from "../../store/maybe-promise.ts";

/** Tokens in the cache, at most. Beyond them the cache is emptied. */
const MAX_TOKENS = 10_000;

const TOKEN = /^\d{1,16}:[A-Za-z0-9_-]{1,128}$/;

export class BotAuthentication {
  readonly #db: Db;
  readonly #hashes: Hashes;
  readonly #cache = new Map<string, Bot>();

  constructor(db: Db, hashes: Hashes) {
    this.#db = db;
    this.#hashes = hashes;
  }

  /** The bot of a token, if it is cached. The caller must `reload` it inside the transaction. */
  cached(token: string): Bot | undefined {
    return this.#cache.get(token);
  }

  /** The bot of a token as the store has it; `undefined` for an invalid token and for a suspended bot. */
  async authenticate(token: string): Promise<Bot | undefined> {
    const before = this.#cache.get(token);
    if (before) {
      // Hashing a token takes longer than looking up its bot.
      const now = await this.#db.read(async (tx) => this.reload(tx, token, before));
      if (now) return now;
    }
    if (!TOKEN.test(token)) return undefined;
    const token_hash = this.#hashes.of(token);
    const bot = await this.#db.read((tx) => findBotByTokenHash(tx, token_hash));
    const active = bot?.suspended_at === null ? bot : undefined;
    this.#store(token, active);
    return active;
  }

  /**
   * The bot as it is inside a transaction; `undefined` when it was suspended or its token replaced since it was cached.
   */
  reload(tx: ReadTx, token: string, before: Bot): MaybePromise<Bot | undefined> {
    return whenThere(findBot(tx, before.id), (now) => this.#check(token, before, now));
  }

  #check(token: string, before: Bot, now: Bot | undefined): Bot | undefined {
    const bot = now?.token_hash === before.token_hash && now.suspended_at === null ? now : undefined;
    if (bot !== before) this.#store(token, bot);
    return bot;
  }

  /** Removes a bot from the cache: it was suspended, changed, or its token replaced. */
  forget(bot_id: number): void {
    for (const [token, bot] of this.#cache) if (bot.id === bot_id) this.#cache.delete(token);
  }

  /** Empties the cache. */
  forgetAll(): void {
    this.#cache.clear();
  }

  #store(token: string, bot: Bot | undefined): void {
    if (!bot) this.#cache.delete(token);
    else {
      if (this.#cache.size >= MAX_TOKENS && !this.#cache.has(token)) this.#cache.clear();
      this.#cache.set(token, bot);
    }
  }
}
