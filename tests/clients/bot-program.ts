/** A service with a bot program in a separate process, and what users see of the bot. */
import { spawn, type ChildProcess } from "node:child_process";
import { systemClock } from "heliogram/ports/clock.ts";
import { freePort } from "../../tools/free-port.ts";
import { nodeFor } from "../../tools/machine-node.ts";
import { drawPicture } from "../support/media.ts";
import { said } from "../support/programs.ts";
import { startWorld, type Json, type TestService } from "../support/service.ts";

/** How a bot receives its updates. */
export type Transport = "polling" | "webhook";

/** The timeout of an expectation. The slowest library waits five seconds between attempts. */
const PATIENCE_MS = 20_000;

export interface Bot {
  readonly program: ChildProcess;
  /** Its output so far. */
  output(): string;
}

export class BotTest {
  readonly t: TestService;
  readonly #hook_port: number;
  readonly #bots: Bot[] = [];

  constructor(t: TestService, hook_port: number) {
    this.t = t;
    this.#hook_port = hook_port;
  }

  /** The bot's id, which is also the id of its private chats. */
  get bot(): number {
    return this.t.id("guard_bot");
  }

  /** Starts a bot and waits until it reports that it is ready. All bots use the same webhook address. */
  async start(library: string, transport: Transport): Promise<Bot> {
    const picture = (await drawPicture(40, 30, "#804020")).toString("base64");
    // The only library that takes no webhook whose address does not end with the bot's token.
    if (library === "ntba0" && transport === "webhook") this.t.canary.entrust(this.t.token("guard_bot"));
    const hook = transport === "webhook" ? { HOOK: String(this.#hook_port) } : {};
    const service = { BASE: this.t.url, TOKEN: this.t.token("guard_bot"), PICTURE: picture };
    const script = new URL(`programs/${library}.mjs`, import.meta.url).pathname;
    const program = spawn(nodeFor(library) ?? process.execPath, [script], {
      env: { PATH: process.env["PATH"], ...service, ...hook },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [program.stdout, program.stderr]) {
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    }
    const bot = { program, output: () => output };
    this.#bots.push(bot);
    await said(program, (words) => words.includes("ready") || undefined);
    return bot;
  }

  /** Alice writes to the bot. */
  async send(...texts: string[]): Promise<void> {
    for (const text of texts) await this.t.as("alice", "sendMessage", { chat_id: this.bot, text });
  }

  /** Resolves with the first message of a bot in a chat that satisfies the condition. */
  seen(chat_id: number, fits: (message: Json) => boolean): Promise<Json> {
    return this.#found(chat_id, (messages) => messages.find(fits));
  }

  /** Resolves when the bot has this reaction to a message, and no other. */
  async reacted(chat_id: number, message_id: number, emoji: string): Promise<void> {
    await this.#until(async () => {
      const { reactions } = await this.t.as("alice", "listReactions", { chat_id, message_id });
      const own = reactions.filter(({ user }: Json) => user.id === this.bot).map(({ type }: Json) => type.emoji);
      return own.join() === emoji || undefined;
    });
  }

  /** The bot's replies to Alice, once there are this many. */
  answers(count: number): Promise<string[]> {
    return this.#found(this.bot, (messages) =>
      messages.length >= count ? messages.map((message) => message.text.trim()) : undefined,
    );
  }

  /** Resolves when the bot has confirmed all updates that it has answered. */
  async settled(transport: Transport): Promise<void> {
    if (transport === "polling") return this.polling();
    await this.#until(async () => {
      const info = await this.t.ok("guard_bot", "getWebhookInfo");
      return info.pending_update_count === 0 || undefined;
    });
  }

  /** Resolves when a bot polls for updates, which confirms the earlier ones. */
  polling(): Promise<void> {
    return this.#counted(/^heliogram_waiting_polls 1$/m);
  }

  /** Resolves when a bot has received a response with this status. */
  answered(status: number): Promise<void> {
    return this.#counted(new RegExp(`^heliogram_requests_total\\{[^}]*status="${status}"`, "m"));
  }

  async #counted(line: RegExp): Promise<void> {
    await this.#until(async () => line.test((await this.t.fetch("/metrics")).body) || undefined);
  }

  #found<T>(chat_id: number, find: (messages: Json[]) => T | undefined): Promise<T> {
    return this.#until(async () => {
      const { messages } = await this.t.as("alice", "getHistory", { chat_id, limit: 50 });
      return find(messages.filter((message: Json) => message.from?.is_bot));
    });
  }

  async #until<T>(look: () => Promise<T | undefined>): Promise<T> {
    const deadline_ms = Date.now() + PATIENCE_MS;
    for (;;) {
      const found = await look();
      if (found !== undefined) return found;
      if (Date.now() > deadline_ms) throw new Error(`not seen; the programs said: ${this.#said()}`);
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  #said(): string {
    return this.#bots.map((bot) => bot.output()).join("\n---\n");
  }

  async clear(): Promise<void> {
    for (const { program } of this.#bots) program.kill("SIGKILL");
    await this.t.stop();
  }
}

/** Runs a test with its own service. Libraries use the system clock, so the service uses it too. */
export async function withBotTest(
  play: (bot_test: BotTest) => Promise<void>,
  overrides: Parameters<typeof startWorld>[2] = {},
): Promise<void> {
  // A port that is told it stays the same when the service starts again.
  const service = { clock: systemClock(), port: await freePort(), ...overrides };
  const bot_test = new BotTest(await startWorld("sqlite", undefined, service), await freePort());
  try {
    await play(bot_test);
  } finally {
    await bot_test.clear();
  }
}
