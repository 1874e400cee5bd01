/** Everybody who uses the cluster during a run, and what is there when they have ended. */
import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "heliogram/ports/random.ts";
import type { Json } from "../../support/json.ts";
import type { Cluster } from "../cluster/cluster.ts";
import type { FinalMessage, History } from "../history.ts";
import { tryCall } from "./calls.ts";
import { download, downloadWithoutEnd, sendFilesWithoutEnd, type SentFiles } from "./files.ts";
import { HookServer } from "./hook-server.ts";
import { pollWithoutEnd } from "./poller.ts";
import { probeMembers, probeSessions, probeTokens, probeTwoPolls, type ProbeOptions } from "./probes.ts";
import { Screen } from "./screen.ts";
import { sendWithoutEnd, type SenderOptions } from "./senders.ts";
import { castOf, PASSWORD, type Cast } from "./world.ts";

const BOT_SENDERS = 2;
const AGAIN_MS = 200;
const PAGE = 200;
/** Time for everything to be delivered at the end, each. Pauses between two attempts of a webhook are in it. */
const FINISH_MS = 45_000;
const LAG_EVERY_MS = 250;
const LAG_STEP_MS = 20;

export class Workload {
  readonly #cluster: Cluster;
  readonly #history: History;
  readonly #cast: Cast;
  readonly #ended = new AbortController();
  readonly #drained = new AbortController();
  readonly #screens: Screen[] = [];
  readonly #hooks: HookServer;
  readonly #senders: Promise<void>[] = [];
  readonly #probes: Promise<void>[] = [];
  #poller: Promise<void> | undefined;
  #lag: NodeJS.Timeout | undefined;

  constructor(cluster: Cluster, history: History) {
    this.#cluster = cluster;
    this.#history = history;
    this.#cast = castOf(cluster.world);
    this.#hooks = new HookServer(history, (address) => cluster.nodeAt(address));
  }

  /** @param seed decides which nodes the probes use */
  async start(seed: string): Promise<void> {
    this.#watchLag();
    const cast = this.#cast;
    const { url, host } = this.#cluster;
    const hook = await this.#hooks.listen(host);
    await this.#until(`/bot${cast.bot("hook_bot").token}/setWebhook`, { url: hook });
    const history = this.#history;
    const common = { history, chats: cast.rooms, ended: this.#ended.signal };
    for (const { name, access_token } of cast.writers) {
      this.#senders.push(sendWithoutEnd({ ...common, name, author: "person", url: `${url}/api`, access_token }));
    }
    for (let n = 1; n <= BOT_SENDERS; n++) {
      const bot = `${url}/bot${cast.bot("load_bot").token}`;
      this.#senders.push(sendWithoutEnd({ ...common, name: `load ${n}`, author: "bot", url: bot }));
    }
    const poll = `${url}/bot${cast.bot("poll_bot").token}`;
    this.#poller = pollWithoutEnd({ history, name: "poll_bot", url: poll, ended: this.#drained.signal });
    for (const { name, access_token } of cast.writers.slice(0, 2)) {
      this.#screens.push(new Screen({ history, name, url, access_token, chats: cast.rooms }));
    }
    for (const screen of this.#screens) void screen.follow();
    if (this.#cluster.bucket) this.#startFiles(common, seed);
    this.#startProbes(seed);
  }

  /** A person and a bot send files, and the owner downloads them. */
  #startFiles(common: Pick<SenderOptions, "history" | "chats" | "ended">, seed: string): void {
    const { url } = this.#cluster;
    const sent: SentFiles = [];
    const { name, access_token } = this.#cast.writers[0]!;
    const { token } = this.#cast.bot("load_bot");
    const person = { name: `${name} files`, author: "person", url: `${url}/api`, access_token } as const;
    const bot = { name: "load files", author: "bot", url: `${url}/bot${token}` } as const;
    this.#senders.push(
      sendFilesWithoutEnd({ ...common, ...person, downloads: "/api/file/document/", sent }),
      sendFilesWithoutEnd({ ...common, ...bot, downloads: `/file/bot${token}/document/`, sent }),
      downloadWithoutEnd({ ...common, url, sent, fraction: seededRandom(`${seed} files`).fraction }),
    );
  }

  #startProbes(seed: string): void {
    const cast = this.#cast;
    const options = (name: string): ProbeOptions => ({
      history: this.#history,
      url: this.#cluster.url,
      nodes: this.#cluster.nodes,
      ended: this.#ended.signal,
      owner: cast.owner.access_token,
      fraction: seededRandom(`${seed} ${name}`).fraction,
    });
    const lost = cast.bot("lost_bot");
    this.#probes.push(
      probeTokens(options("tokens"), lost.id, lost.token),
      probeSessions(options("sessions"), cast.guests, PASSWORD),
      probeMembers(options("members"), cast.probeRoom, cast.guest),
      probeTwoPolls(options("polls"), cast.twins),
    );
  }

  /** Ends the workload, waits until everything has been delivered, and records what is there. */
  async finish(): Promise<void> {
    this.#ended.abort();
    this.#hooks.beKind();
    await this.#inTime("calls have not ended", Promise.all([...this.#senders, ...this.#probes]));
    this.#drained.abort();
    await this.#inTime("the polling bot was not told everything", this.#poller!);
    await this.#inTime("the webhook was not told everything", this.#untilDelivered());
    await this.#inTime("the screens did not catch up", Promise.all(this.#screens.map((screen) => screen.finish())));
    for (const screen of this.#screens) screen.close();
    for (const chat_id of [...this.#cast.rooms, this.#cast.probeRoom]) {
      this.#history.add({ type: "final-chat", chat_id, messages: await this.#messagesOf(chat_id) });
    }
    clearInterval(this.#lag);
    await this.#hooks.close();
  }

  /** Waits for something, and records it where it takes too long. */
  async #inTime(what: string, work: Promise<unknown>): Promise<void> {
    const limit = sleep(FINISH_MS, "late", { ref: false });
    if ((await Promise.race([work, limit])) === "late") this.#history.add({ type: "unfinished", what });
  }

  async #untilDelivered(): Promise<void> {
    const path = `/bot${this.#cast.bot("hook_bot").token}/getWebhookInfo`;
    while ((await this.#until(path, {})).pending_update_count > 0) await sleep(AGAIN_MS);
  }

  async #messagesOf(chat_id: number): Promise<FinalMessage[]> {
    const all: FinalMessage[] = [];
    for (;;) {
      const after = all.at(-1)?.message_id ?? 0;
      const { messages } = await this.#until("/api/getHistory", { chat_id, after, limit: PAGE });
      for (const { message_id, text, caption, document } of messages as Json[]) {
        const file = document ? { file: await this.#fileOf(document.file_id) } : {};
        all.push({ message_id, text: text ?? caption ?? "", ...file });
      }
      if (messages.length < PAGE) return all;
    }
  }

  /** @returns the SHA-256 of a file, or why it cannot be read although nothing is broken any more */
  async #fileOf(file_id: string): Promise<string> {
    const { access_token } = this.#cast.owner;
    const outcome = await download(`${this.#cluster.url}/api/file/document/${file_id}`, access_token);
    return outcome.how === "ok" ? String(outcome.result) : outcome.why;
  }

  /** Repeats a call until it works. People's methods are the owner's. @throws Error when it does not for too long */
  async #until(path: string, params: object): Promise<Json> {
    const { access_token } = this.#cast.owner;
    const deadline_ms = performance.now() + 2 * FINISH_MS;
    for (;;) {
      const outcome = await tryCall(this.#cluster.url + path, params, path.startsWith("/api") ? { access_token } : {});
      if (outcome.how === "ok") return outcome.result;
      const isFinal = outcome.how === "refused" && outcome.why.startsWith("4");
      if (isFinal || performance.now() > deadline_ms) throw new Error(`${path}: ${outcome.why}`);
      await sleep(AGAIN_MS);
    }
  }

  /** Records how late this process is called: what the machine itself adds to every time that is measured. */
  #watchLag(): void {
    let [last_ms, worst_ms, said_ms] = [performance.now(), 0, performance.now()];
    this.#lag = setInterval(() => {
      const now_ms = performance.now();
      worst_ms = Math.max(worst_ms, now_ms - last_ms - LAG_STEP_MS);
      last_ms = now_ms;
      if (now_ms - said_ms < LAG_EVERY_MS) return;
      this.#history.add({ type: "lag", lag_ms: Math.round(worst_ms) });
      [said_ms, worst_ms] = [now_ms, 0];
    }, LAG_STEP_MS);
  }
}
