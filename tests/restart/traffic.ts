/** What a service does for its clients while it is restarted: calls, polls, uploads, downloads and web sockets. */
import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import type { Json } from "../support/service.ts";
import { Requests } from "./requests.ts";

/** The accounts of `TRAFFIC_WORLD`, in its order. */
export interface Cast {
  readonly people: readonly { readonly id: number; readonly access_token: string }[];
  readonly bots: readonly { readonly id: number; readonly token: string }[];
}

export const TRAFFIC_WORLD = {
  people: [{ name: "Alice", username: "alice" }],
  bots: [
    { name: "Poll", username: "poll_bot", started_by: ["alice"] },
    { name: "Load", username: "load_bot", started_by: ["alice"] },
  ],
};

/** Longer than a restart: a poll ends with an update, or because of a restart. */
const POLL_S = 50;
/** Idle connections are those that a restart meets between two requests. */
const THINK_MS = 30;
const RESTART = 1012;

/** Between two requests to the control. */
const CONTROL_MS = 5;

export interface OtherAddresses {
  /** For HTTPS, if there is one. */
  readonly tls_url: string | undefined;
  /** A server that nobody restarts. */
  readonly control_url: string;
}

export class Traffic {
  readonly requests: Requests;
  /** How often a web socket was opened, and the codes with which they were closed. */
  opened = 0;
  readonly codes: number[] = [];
  /** Polls that ended without an update. */
  emptyPolls = 0;
  /** Texts that were acknowledged, and those that the bot got. */
  readonly sent: string[] = [];
  readonly heard: string[] = [];
  readonly #cast: Cast;
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #running: Promise<void>[] = [];
  readonly #sockets = new Set<WebSocket>();
  #isOver = false;
  /** The text after which there is no other, and whether it was acknowledged, or has failed. */
  #last: string | undefined;
  #isAllSent = false;

  /** By new connections to the port for HTTPS, if there is one. */
  readonly encrypted: Requests | undefined;

  /** Requests to the control. */
  readonly control: Requests;

  constructor(url: string, cast: Cast, { tls_url, control_url }: OtherAddresses) {
    this.control = new Requests(control_url);
    this.encrypted = tls_url === undefined ? undefined : new Requests(tls_url);
    this.#url = url;
    this.#cast = cast;
    this.requests = new Requests(url);
  }

  /** Starts clients of every kind. */
  start(): void {
    for (let n = 0; n < 2; n++) this.#run(() => this.#send());
    for (let n = 0; n < 4; n++) this.#run(() => this.#send().then(() => sleep(Math.random() * THINK_MS)));
    for (let n = 0; n < 2; n++) this.#run(() => this.#callOfBot(this.#agent));
    for (let n = 0; n < 8; n++)
      this.#run(() => this.#callOfBot(this.#agent).then(() => sleep(Math.random() * THINK_MS)));
    this.#run(() => this.#callOfBot(undefined).then(() => sleep(1)));
    if (this.encrypted) this.#run(() => this.#callByTls(this.encrypted!).then(() => sleep(1)));
    this.#run(() => this.#upload(1).then(() => sleep(THINK_MS)));
    this.#run(() => this.#upload(10).then(() => sleep(THINK_MS)));
    for (let n = 0; n < 4; n++) this.#run(() => this.#keepSocket());
    this.#run(() => this.control.ask({ path: "/", agent: this.#agent }).then(() => sleep(CONTROL_MS)));
    this.#running.push(this.#poll());
  }

  /** Ends the clients when the bot has got everything. @throws Error of a client */
  async stop(): Promise<void> {
    this.#isOver = true;
    for (const socket of this.#sockets) socket.terminate();
    const [poll, ...others] = this.#running.toReversed();
    await Promise.all(others);
    // It ends the poll that waits.
    this.#last = `text ${this.requests.count}`;
    await this.#send(this.#last);
    this.#isAllSent = true;
    await poll;
    this.#agent.destroy();
  }

  /** Texts that are missing or came twice. A text whose sending has failed may have come. */
  get wrongTexts(): string[] {
    const counts = new Map<string, number>();
    for (const text of this.heard) counts.set(text, (counts.get(text) ?? 0) + 1);
    const missing = this.sent.filter((text) => !counts.has(text)).map((text) => `${text} is missing`);
    return [...missing, ...[...counts].filter(([, count]) => count > 1).map(([text]) => `${text} came twice`)];
  }

  #run(step: () => Promise<unknown>): void {
    const run = async () => {
      while (!this.#isOver) await step();
    };
    this.#running.push(run());
  }

  async #send(text = `text ${this.requests.count}`): Promise<void> {
    const answer = await this.requests.ask({
      path: "/api/sendMessage",
      headers: { ...this.#authorization, "content-type": "application/json" },
      body: Buffer.from(JSON.stringify({ chat_id: this.#cast.bots[0]!.id, text })),
      agent: this.#agent,
    });
    if (answer) this.sent.push(text);
  }

  async #callOfBot(agent: Agent | undefined): Promise<void> {
    await this.requests.ask({ path: `/bot${this.#cast.bots[1]!.token}/getMe`, ...(agent && { agent }) });
  }

  /** Each on a connection of its own: the state of an encrypted one is that of its process, which closes it. */
  async #callByTls(encrypted: Requests): Promise<void> {
    await encrypted.ask({ path: `/bot${this.#cast.bots[1]!.token}/getMe` });
  }

  async #upload(pieces: number): Promise<void> {
    const bot = `bot${this.#cast.bots[1]!.token}`;
    const content = Buffer.alloc(200_000, `bytes of ${this.requests.count}`);
    const form = new FormData();
    form.set("chat_id", String(this.#cast.people[0]!.id));
    form.set("document", new Blob([content]), "file.bin");
    const encoded = new Response(form);
    const answer = await this.requests.ask({
      path: `/${bot}/sendDocument`,
      headers: { "content-type": encoded.headers.get("content-type")! },
      body: Buffer.from(await encoded.arrayBuffer()),
      pieces,
      agent: this.#agent,
    });
    if (!answer) return;
    const { file_id } = (JSON.parse(answer.toString()) as Json).result.document;
    const file = await this.requests.ask({ path: `/${bot}/getFile?file_id=${file_id}`, agent: this.#agent });
    if (!file) return;
    const { file_path } = (JSON.parse(file.toString()) as Json).result;
    const loaded = await this.requests.ask({ path: `/file/${bot}/${file_path}`, agent: this.#agent });
    if (loaded?.equals(content) === false) this.requests.failures.push("a file is not what was uploaded");
  }

  /** Polls until there is nothing more after the last text, or after its acknowledgement if it never comes. */
  async #poll(): Promise<void> {
    const { token } = this.#cast.bots[0]!;
    let offset = 0;
    for (let isEnding = false; ;) {
      const path = `/bot${token}/getUpdates?timeout=${isEnding ? 0 : POLL_S}&offset=${offset}`;
      const answer = await this.requests.ask({ path, waits: true, agent: this.#agent });
      const updates: Json[] = answer ? (JSON.parse(answer.toString()) as Json).result : [];
      if (updates.length === 0) this.emptyPolls += 1;
      if (isEnding && updates.length === 0) return;
      for (const update of updates) {
        if (update.message?.text?.startsWith("text ") === true) this.heard.push(update.message.text);
        offset = update.update_id + 1;
      }
      isEnding ||= this.#isAllSent || (this.#last !== undefined && this.heard.at(-1) === this.#last);
    }
  }

  /** Opens a web socket, and resolves when it is closed. */
  #keepSocket(): Promise<void> {
    const begun_ms = performance.now();
    const socket = new WebSocket(`${this.#url.replace("http", "ws")}/api/stream`, { headers: this.#authorization });
    this.#sockets.add(socket);
    return new Promise((done) => {
      socket.once("message", () => {
        this.opened += 1;
        this.requests.waits.add("a web socket", begun_ms);
      });
      socket.on("error", (error) => {
        if (!this.#isOver) this.requests.failures.push(`web socket: ${error.message}`);
      });
      socket.once("close", (code) => {
        this.#sockets.delete(socket);
        if (!this.#isOver) this.codes.push(code);
        if (!this.#isOver && code !== RESTART) this.requests.failures.push(`web socket: closed with ${code}`);
        // As the web client does, which comes back after a tenth of a second.
        setTimeout(done, 100);
      });
    });
  }

  get #authorization(): Record<string, string> {
    return { authorization: `Bearer ${this.#cast.people[0]!.access_token}` };
  }
}
