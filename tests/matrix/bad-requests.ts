/** Requests for the error codes that no case of the matrix causes: bad parameters, conflicts, sizes, rates. */
import type { Method } from "heliogram/methods/engine/method.ts";
import type { Answer, Json, TestService } from "../support/service.ts";
import type { Api } from "./expected.ts";

/** More bytes than the largest file in a service with the limits `TINY`. */
const TOO_MANY_BYTES = 2000;
export const TINY = { photo: 1000, document: 1000, video: 1000, audio: 1000, voice: 1000, media_group_file: 1000 };
/** A number of calls that exceeds every rate limit (behaviour.md §7). */
const MAX_CALLS = 40;

function addressOf(t: TestService, api: Api, method: Method): { path: string; auth: Record<string, string> } {
  if (api === "bot") return { path: `/bot${t.token("guard_bot")}/${method.name}`, auth: {} };
  return { path: `/api/${method.name}`, auth: { authorization: `Bearer ${t.accessToken("alice")}` } };
}

function send(t: TestService, api: Api, method: Method, body: object | string): Promise<Answer> {
  const { path, auth } = addressOf(t, api, method);
  if (typeof body !== "string") return t.post(path, body, auth);
  return t.fetch(path, { method: "POST", body, headers: { ...auth, "content-type": "application/json" } });
}

/** More bytes than the parameters of a call may have in total. */
const LONG = JSON.stringify({ x: "x".repeat(1024 * 1024) });

/** Calls a method that has parameters with too long ones: 413. */
export function tooLong(t: TestService, api: Api, method: Method): Promise<Answer> {
  return send(t, api, method, LONG);
}

/** Calls a method with every HTTP verb that it does not allow; the 405 must list those it allows. */
export async function otherVerbs(t: TestService, api: Api, method: Method): Promise<[string, string, Answer][]> {
  const { path, auth } = addressOf(t, api, method);
  const postOnly = api === "person" || method.postOnly;
  const verbs = ["PUT", "DELETE", "PATCH", "OPTIONS", ...(postOnly ? ["GET"] : [])];
  const ask = async (verb: string): Promise<[string, string, Answer]> => [
    verb,
    postOnly ? "POST" : "GET, POST",
    await t.fetch(path, { method: verb, headers: auth }),
  ];
  return Promise.all(verbs.map(ask));
}

/** Calls a method without each required parameter, and with a body that is no JSON: always 400. */
export async function badParameters(t: TestService, api: Api, method: Method): Promise<[string, Answer][]> {
  const answers: [string, Answer][] = [];
  for (const [name, field] of Object.entries(method.fields)) {
    if (field.optional) continue;
    const { [name]: _missing, ...rest } = method.example.request as Json;
    answers.push([`without ${name}`, await send(t, api, method, rest)]);
  }
  if (Object.keys(method.fields).length > 0) answers.push(["with a broken body", await send(t, api, method, "{")]);
  return answers;
}

/** Sends a file over the limit of its kind: 413. `t` has tiny limits. */
export function tooBig(t: TestService, api: Api, method: Method): Promise<Answer> {
  const form = new FormData();
  const params: Json = { ...method.example.request, chat_id: t.id("Team") };
  const part = Object.keys(method.fields).find((name) => method.fields[name]!.file) ?? "part";
  delete params[part];
  for (const [key, value] of Object.entries(params)) {
    form.set(key, typeof value === "string" ? value : JSON.stringify(value));
  }
  form.set(part, new Blob([Buffer.alloc(TOO_MANY_BYTES)]), "big.bin");
  return send(t, api, method, form);
}

/**
 * Repeats a call until it gets 429, to a group by its id and its user name in turn; `t` has Telegram's limits.
 * @returns the 429 response and the number of accepted calls before it
 */
export async function tooMany(t: TestService, method: Method): Promise<{ answer: Answer; before: number }> {
  t.clock.advance(60_000);
  const names = [t.id("Team"), "@team"];
  const call = (n: number) => {
    const chat = method.access.scope === "chat" ? { chat_id: names[n % 2] } : {};
    return send(t, "bot", method, { ...method.example.request, ...chat });
  };
  let before = 0;
  let answer = await call(0);
  while (answer.status !== 429 && before < MAX_CALLS) answer = await call(++before);
  return { answer, before };
}

/** Calls getUpdates while a webhook is set: 409. */
export async function pollingBesideWebhook(t: TestService): Promise<Answer> {
  await t.ok("echo_bot", "setWebhook", { url: `${t.url}/hook` });
  const answer = await t.bot("echo_bot", "getUpdates");
  await t.ok("echo_bot", "deleteWebhook");
  return answer;
}
