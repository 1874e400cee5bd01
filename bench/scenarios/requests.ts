/** Requests: as bytes for the generator, and one at a time for what is done around it. */
import type { Answer } from "../subjects/script.ts";
import type { Subject } from "../subjects/subject.ts";

/** Headers that node:http writes by itself. */
const ITS_OWN = new Set(["date", "connection", "keep-alive"]);

/** A request with a JSON body. */
export function post(path: string, body: object, headers: Readonly<Record<string, string>> = {}): string {
  const text = JSON.stringify(body);
  const more = Object.entries(headers).map(([name, value]) => `\r\n${name}: ${value}`);
  const head = `POST ${path} HTTP/1.1\r\nHost: bench${more.join("")}\r\nContent-Type: application/json`;
  return `${head}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

/** Sends such a request as it is and returns the answer. @throws Error if it is refused */
export function exchange(port: number, request: string): Promise<Answer> {
  const [head = "", body = ""] = request.split("\r\n\r\n");
  return answered(`http://127.0.0.1:${port}${head.split(" ")[1]}`, {}, body);
}

/**
 * Calls a method as a bot.
 *
 * @returns the result
 * @throws Error if it is refused
 */
export async function call(port: number, token: string, method: string, params: object): Promise<unknown> {
  const { body } = await answered(`http://127.0.0.1:${port}/bot${token}/${method}`, {}, JSON.stringify(params));
  return (JSON.parse(body) as { result: unknown }).result;
}

/** Calls a method as a person. @returns the result @throws Error if it is refused */
export async function callAs(port: number, access_token: string, method: string, params: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${access_token}` };
  const { body } = await answered(`http://127.0.0.1:${port}/api/${method}`, headers, JSON.stringify(params));
  return (JSON.parse(body) as { result: unknown }).result;
}

/** Says something as the person of the subject. @throws Error if it is refused */
export async function say({ port, cast }: Subject, chat_id: number, text: string): Promise<void> {
  await callAs(port, cast.person!, "sendMessage", { chat_id, text });
}

async function answered(url: string, headers: Record<string, string>, body: string): Promise<Answer> {
  const res = await fetch(url, { method: "POST", headers: { "content-type": "application/json", ...headers }, body });
  const text = await res.text();
  if (!res.ok) throw new Error(`a call was refused: ${text}`);
  return { headers: Object.fromEntries([...res.headers].filter(([name]) => !ITS_OWN.has(name))), body: text };
}
