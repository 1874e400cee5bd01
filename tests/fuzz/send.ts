/** Sends a request unchanged, and checks the response. */
import { request, type Agent } from "node:http";
import { redact } from "heliogram/operations/log.ts";

export interface Wild {
  readonly path: string;
  readonly verb: string;
  readonly type: string;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Heard {
  readonly status: number;
  readonly text: string;
}

export function send(url: string, agent: Agent, wild: Wild): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const length = { "content-length": Buffer.byteLength(wild.body) };
    const type: Record<string, string> = wild.type === "" ? {} : { "content-type": wild.type };
    const headers = { ...type, ...length, ...wild.headers };
    const req = request(url + wild.path, { method: wild.verb, agent, headers }, (res) => {
      const chunks: Buffer[] = [];
      res.on("data", (chunk: Buffer) => chunks.push(chunk));
      res.on("end", () => resolve({ status: res.statusCode!, text: Buffer.concat(chunks).toString() }));
      res.once("error", reject);
    });
    req.on("error", reject);
    req.end(wild.body);
  });
}

/** The fault of a response, or `undefined` (behaviour.md §1). */
export function wrongWith({ status, text }: Heard, credentials: readonly string[]): string | undefined {
  if (status >= 500) return "a fault of the service's own";
  if (credentials.some((each) => text.includes(each))) return "a credential is in it";
  const answer = parse(text);
  if (answer === undefined) return "it is no JSON";
  const isSuccess = status === 200;
  if (answer.ok !== isSuccess || (!isSuccess && answer.error_code !== status)) return "it is not in the envelope";
  if (isSuccess) return "result" in answer ? undefined : "there is no result in it";
  return typeof answer.description === "string" && typeof answer.trace_id === "string"
    ? undefined
    : "it does not say what is wrong";
}

/** The fault of a response to a file request: the file must be unchanged, or the response must have a reason. */
export function wrongWithFile(heard: Heard, credentials: readonly string[]): string | undefined {
  return [200, 206, 304, 416].includes(heard.status) ? undefined : wrongWith(heard, credentials);
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** A request and its response for a report, without credentials. */
export function shown(wild: Wild, heard: Heard): string {
  const body = wild.body.toString().slice(0, 600);
  return redact(`${wild.verb} ${wild.path} ${wild.type} ${body} → ${heard.status} ${heard.text.slice(0, 300)}`);
}
