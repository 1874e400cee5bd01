/**
 * Probes of what every node must feel: a token that is replaced, a session that ends, a member who is removed, and the newer
 * of two polls. Each uses what was taken away at every node, and records what came of it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Json } from "../../support/json.ts";
import type { History, Outcome } from "../history.ts";
import { tryCall } from "./calls.ts";
import { watchSocket } from "./watched-socket.ts";

/** How long what was taken away is tried, and how often. */
const TRIED_MS = 2200;
const EVERY_MS = 200;
const AGAIN_MS = 300;
const SHORT_MS = 4000;
const POLL_S = 4;
/** Between two probes of one kind, so that they take little of the machine. */
const PAUSE_MS = 500;

export interface Target {
  readonly name: string;
  readonly url: string;
}

export interface ProbeOptions {
  readonly history: History;
  /** The address of the balancer. */
  readonly url: string;
  readonly nodes: readonly Target[];
  readonly ended: AbortSignal;
  readonly owner: string;
  readonly fraction: () => number;
}

/** Repeats a call until it is done. @returns what it answered; `undefined` at the end of the run */
async function until(options: ProbeOptions, method: string, params: object, access_token: string): Promise<Json> {
  while (!options.ended.aborted) {
    const outcome = await tryCall(`${options.url}/api/${method}`, params, { access_token, limit_ms: SHORT_MS });
    if (outcome.how === "ok") return outcome.result;
    await sleep(AGAIN_MS);
  }
  return undefined;
}

/** Takes something away, and tries it at every node for a while. */
async function revokeAndUse(
  { history, nodes, ended }: ProbeOptions,
  subject: string,
  revoke: () => Promise<Outcome>,
  use: (node: Target) => Promise<Outcome>,
): Promise<Outcome> {
  let outcome = await history.record("probe", { what: "revoke", subject }, revoke);
  while (outcome.how !== "ok" && !ended.aborted) {
    await sleep(AGAIN_MS);
    outcome = await history.record("probe", { what: "revoke", subject }, revoke);
  }
  const start_ms = history.now();
  while (history.now() - start_ms < TRIED_MS && !ended.aborted) {
    await Promise.all(
      nodes.map((node) => history.record("probe", { what: "use", subject, node: node.name }, () => use(node))),
    );
    await sleep(EVERY_MS);
  }
  return outcome;
}

/** Replaces a bot's token, while polls with it wait at every node in turn. */
export async function probeTokens(options: ProbeOptions, bot_id: number, first: string): Promise<void> {
  const { history, url, nodes, ended, owner, fraction } = options;
  let token = first;
  for (let n = 1; !ended.aborted; n++) {
    const [old, subject] = [token, `token ${n}`];
    const node = nodes[Math.floor(fraction() * nodes.length)]!;
    const waiting = history.record("probe", { what: "use", subject, node: node.name, waits: true }, () =>
      tryCall(`${node.url}/bot${old}/getUpdates`, { timeout: POLL_S }),
    );
    await sleep(EVERY_MS);
    const outcome = await revokeAndUse(
      options,
      subject,
      async () => {
        const done = await tryCall(
          `${url}/api/regenerateBotToken`,
          { bot_id },
          { access_token: owner, limit_ms: SHORT_MS },
        );
        if (done.how !== "ok") return done;
        token = (done.result as Json).token;
        return { how: "ok" };
      },
      (at) => tryCall(`${at.url}/bot${old}/getMe`, {}, { limit_ms: SHORT_MS }),
    );
    if (outcome.how !== "ok") return;
    await waiting;
    await sleep(PAUSE_MS);
  }
}

/** Signs people in, opens a socket at a node, and ends the session. */
export async function probeSessions(options: ProbeOptions, guests: readonly string[], password: string): Promise<void> {
  const { history, url, nodes, ended, fraction } = options;
  for (let n = 1; !ended.aborted; n++) {
    const subject = `session ${n}`;
    const username = guests[n % guests.length]!;
    const opened = await tryCall(`${url}/api/signIn`, { username, password }, { limit_ms: SHORT_MS });
    if (opened.how !== "ok") {
      await sleep(AGAIN_MS);
      continue;
    }
    const { access_token } = opened.result as Json;
    const node = nodes[Math.floor(fraction() * nodes.length)]!;
    const socket = watchSocket(history, { url: node.url, access_token, by: username, subject });
    await socket.opened;
    await revokeAndUse(
      options,
      subject,
      () => endSession(url, access_token),
      (at) => tryCall(`${at.url}/api/listSessions`, {}, { access_token, limit_ms: SHORT_MS }),
    );
    socket.close();
    await sleep(PAUSE_MS);
  }
}

/** Signs out. A repeated call is refused because the first one has ended the session: that is as good. */
async function endSession(url: string, access_token: string): Promise<Outcome> {
  const outcome = await tryCall(`${url}/api/signOut`, {}, { access_token, limit_ms: SHORT_MS });
  return outcome.how === "refused" && outcome.why.startsWith("401") ? { how: "ok" } : outcome;
}

/** Removes a member whose socket is open at a node, goes on writing, and adds them again. */
export async function probeMembers(
  options: ProbeOptions,
  chat_id: number,
  guest: { readonly id: number; readonly access_token: string },
): Promise<void> {
  const { history, url, nodes, ended, owner, fraction } = options;
  for (let n = 1; !ended.aborted; n++) {
    const subject = `membership ${n}`;
    const node = nodes[Math.floor(fraction() * nodes.length)]!;
    const socket = watchSocket(history, {
      url: node.url,
      access_token: guest.access_token,
      by: "guest",
      subject,
      chat_id,
    });
    await socket.opened;
    const talking = talk(options, chat_id, n);
    await revokeAndUse(
      options,
      subject,
      () =>
        tryCall(
          `${url}/api/banChatMember`,
          { chat_id, user_id: guest.id },
          { access_token: owner, limit_ms: SHORT_MS },
        ),
      (at) =>
        tryCall(
          `${at.url}/api/getHistory`,
          { chat_id, limit: 1 },
          { access_token: guest.access_token, limit_ms: SHORT_MS },
        ),
    );
    await talking;
    socket.close();
    await until(options, "unbanChatMember", { chat_id, user_id: guest.id }, owner);
    await until(options, "addMember", { chat_id, user_id: guest.id }, owner);
    await sleep(PAUSE_MS);
  }
}

/** The owner writes while the member is removed. */
async function talk({ history, url, owner, ended }: ProbeOptions, chat_id: number, n: number): Promise<void> {
  for (let k = 1; k <= TRIED_MS / EVERY_MS && !ended.aborted; k++) {
    const [text, key] = [`probe/${n}/${k}`, `probe-${n}-${k}`];
    await history.record("owner", { what: "send", chat_id, text, author: "person", key }, async () => {
      const sent = await tryCall(
        `${url}/api/sendMessage`,
        { chat_id, text },
        { access_token: owner, key, limit_ms: SHORT_MS },
      );
      return sent.how === "ok" ? { how: "ok", result: { message_id: (sent.result as Json).message_id } } : sent;
    });
    await sleep(EVERY_MS);
  }
}

/**
 * Whether a node answers two calls, one after the other: then a poll that it has got before waits. A node that is slow may
 * take longer to begin a poll than any pause.
 */
async function isAnsweredTwice(url: string): Promise<boolean> {
  for (let n = 0; n < 2; n++) if ((await tryCall(url, {}, { limit_ms: SHORT_MS })).how !== "ok") return false;
  return true;
}

/**
 * Begins two polls of one bot, the second a little later at another node, and sees which are left. The bots take turns,
 * because a conflict that follows another one of its bot is answered late (behaviour.md §6).
 */
export async function probeTwoPolls(options: ProbeOptions, bots: readonly string[]): Promise<void> {
  const { history, nodes, ended, fraction } = options;
  for (let pair = 1; !ended.aborted; pair++) {
    const first = Math.floor(fraction() * nodes.length);
    const bot = bots[pair % bots.length]!;
    const left = new Set<string>();
    const stop = new AbortController();
    let newerEnded = "";
    const begin = async (name: string, node: Target) => {
      left.add(name);
      const outcome = await tryCall(
        `${node.url}/bot${bot}/getUpdates`,
        { timeout: POLL_S * 2 },
        { signal: stop.signal },
      );
      left.delete(name);
      if (name === "newer" && outcome.how === "refused") newerEnded = outcome.why;
    };
    const older_ms = history.now();
    const older = begin("older", nodes[first]!);
    await sleep(AGAIN_MS);
    const isAnswered = await isAnsweredTwice(`${nodes[first]!.url}/bot${bot}/getWebhookInfo`);
    // Where the first poll could not even begin to wait, there is nothing to see.
    const hasOlder = isAnswered && left.has("older");
    const newer = begin("newer", nodes[(first + 1) % nodes.length]!);
    const polls = { type: "two-polls", pair, older_ms } as const;
    history.add({ ...polls, phase: "begin", olderLeft: hasOlder, newerEnded });
    const start_ms = history.now();
    while (left.has("older") && history.now() - start_ms < TRIED_MS) await sleep(EVERY_MS / 4);
    if (hasOlder) history.add({ ...polls, phase: "felt", olderLeft: left.has("older"), newerEnded });
    stop.abort();
    await Promise.all([older, newer]);
    await sleep(PAUSE_MS);
  }
}
