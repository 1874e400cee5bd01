/** Requests: as text for the generator, and single calls for setup and checks. */
import type { CannedResponse } from "../targets/forked-targets.ts";
import type { Target } from "../targets/target.ts";

/** Headers that `node:http` writes itself. */
const AUTOMATIC_HEADERS = new Set(["date", "connection", "keep-alive"]);

/** A POST request with a JSON body. */
export function post(path: string, body: object, headers: Readonly<Record<string, string>> = {}): string {
  const text = JSON.stringify(body);
  const more = Object.entries(headers).map(([name, value]) => `\r\n${name}: ${value}`);
  const head = `POST ${path} HTTP/1.1\r\nHost: bench${more.join("")}\r\nContent-Type: application/json`;
  return `${head}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

/** Sends such a request and returns the response. @throws Error if the status is not 2xx */
export function exchange(port: number, request: string): Promise<CannedResponse> {
  const [head = "", body = ""] = request.split("\r\n\r\n");
  return fetchJson(`http://127.0.0.1:${port}${head.split(" ")[1]}`, {}, body);
}

/** Calls a method as a bot. @returns its result @throws Error if the call fails */
export async function call(port: number, token: string, method: string, params: object): Promise<unknown> {
  const { body } = await fetchJson(`http://127.0.0.1:${port}/bot${token}/${method}`, {}, JSON.stringify(params));
  return (JSON.parse(body) as { result: unknown }).result;
}

/** Calls a method as a person. @returns its result @throws Error if the call fails */
export async function callAs(port: number, access_token: string, method: string, params: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${access_token}` };
  const { body } = await fetchJson(`http://127.0.0.1:${port}/api/${method}`, headers, JSON.stringify(params));
  return (JSON.parse(body) as { result: unknown }).result;
}

/** Sends a message as the person of the target. @throws Error if the call fails */
export async function sendAsPerson({ port, accounts }: Target, chat_id: number, text: string): Promise<void> {
  await callAs(port, accounts.person!, "sendMessage", { chat_id, text });
}

async function fetchJson(url: string, headers: Record<string, string>, body: string): Promise<CannedResponse> {
  const res = await fetch(url, { method: "POST", headers: { "content-type": "application/json", ...headers }, body });
  const text = await res.text();
  if (!res.ok) throw new Error(`a call failed: ${text}`);
  return { headers: Object.fromEntries([...res.headers].filter(([name]) => !AUTOMATIC_HEADERS.has(name))), body: text };
}
