/** Requests for the codes that no cell of the matrix brings about: bad parameters, conflicts, sizes, rates. */
import type { Method } from "heliogram/methods/method.ts";
import type { Answer, Json, TestService } from "../kit/service.ts";
import type { Face } from "./expected.ts";

/** More bytes than any file may have in a service with these limits. */
const TOO_MANY_BYTES = 2000;
export const TINY = { photo: 1000, document: 1000, video: 1000, audio: 1000, voice: 1000, media_group_file: 1000 };
/** Calls after which every limit holds for certain (behaviour.md §7). */
const ENOUGH = 40;

function addressOf(t: TestService, face: Face, method: Method): { path: string; auth: Record<string, string> } {
  if (face === "bot") return { path: `/bot${t.token("guard_bot")}/${method.name}`, auth: {} };
  return { path: `/api/${method.name}`, auth: { authorization: `Bearer ${t.accessToken("alice")}` } };
}

function send(t: TestService, face: Face, method: Method, body: object | string): Promise<Answer> {
  const { path, auth } = addressOf(t, face, method);
  if (typeof body !== "string") return t.post(path, body, auth);
  return t.fetch(path, { method: "POST", body, headers: { ...auth, "content-type": "application/json" } });
}

/** More bytes than the parameters of a call may have together. */
const LONG = JSON.stringify({ x: "x".repeat(1024 * 1024) });

/** Parameters that are too long, in a method that reads any: 413. */
export function tooLong(t: TestService, face: Face, method: Method): Promise<Answer> {
  return send(t, face, method, LONG);
}

/** Every verb that a method does not take, with the verbs that its 405 must name. */
export async function otherVerbs(t: TestService, face: Face, method: Method): Promise<[string, string, Answer][]> {
  const { path, auth } = addressOf(t, face, method);
  const postOnly = face === "person" || method.postOnly;
  const verbs = ["PUT", "DELETE", "PATCH", "OPTIONS", ...(postOnly ? ["GET"] : [])];
  const ask = async (verb: string): Promise<[string, string, Answer]> => [
    verb,
    postOnly ? "POST" : "GET, POST",
    await t.fetch(path, { method: verb, headers: auth }),
  ];
  return Promise.all(verbs.map(ask));
}

/** Each required parameter missing, and a body that is no JSON: all of them are answered with 400. */
export async function badParameters(t: TestService, face: Face, method: Method): Promise<[string, Answer][]> {
  const answers: [string, Answer][] = [];
  for (const [name, field] of Object.entries(method.fields)) {
    if (field.optional) continue;
    const { [name]: _missing, ...rest } = method.example.request as Json;
    answers.push([`without ${name}`, await send(t, face, method, rest)]);
  }
  if (Object.keys(method.fields).length > 0) answers.push(["with a broken body", await send(t, face, method, "{")]);
  return answers;
}

/** A file over the limit of its kind: 413. `t` has tiny limits. */
export function tooBig(t: TestService, face: Face, method: Method): Promise<Answer> {
  const form = new FormData();
  const params: Json = { ...method.example.request, chat_id: t.id("Team") };
  const part = Object.keys(method.fields).find((name) => method.fields[name]!.file) ?? "part";
  delete params[part];
  for (const [key, value] of Object.entries(params)) {
    form.set(key, typeof value === "string" ? value : JSON.stringify(value));
  }
  form.set(part, new Blob([Buffer.alloc(TOO_MANY_BYTES)]), "big.bin");
  return send(t, face, method, form);
}

/**
 * The same call again and again until it is too much, to a group by its id and by its name in turn; `t` has Telegram's
 * limits. Answers with the 429 and with the number of calls that were let through before.
 */
export async function tooMany(t: TestService, method: Method): Promise<{ answer: Answer; before: number }> {
  t.clock.advance(60_000);
  const names = [t.id("Team"), "@team"];
  const call = (n: number) => {
    const chat = "chat_id" in method.fields ? { chat_id: names[n % 2] } : {};
    return send(t, "bot", method, { ...method.example.request, ...chat });
  };
  let before = 0;
  let answer = await call(0);
  while (answer.status !== 429 && before < ENOUGH) answer = await call(++before);
  return { answer, before };
}

/** Polling while a webhook is set: 409. */
export async function pollingBesideWebhook(t: TestService): Promise<Answer> {
  await t.ok("echo_bot", "setWebhook", { url: `${t.url}/hook` });
  const answer = await t.bot("echo_bot", "getUpdates");
  await t.ok("echo_bot", "deleteWebhook");
  return answer;
}
