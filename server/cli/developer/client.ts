/** The client of the developer API, for the commands that talk to a running `heliogram dev`. */
import { request } from "node:http";
import { readText } from "../admin/socket-client.ts";
import { CommandRefused, UsageError } from "../errors.ts";

const DEFAULT_URL = "http://127.0.0.1:8080";

/** Calls a method of the service and returns its result. @throws CommandRefused */
export type Call = (path: string, params: object, access_token?: string, signal?: AbortSignal) => Promise<unknown>;

/** @param url - the address of the service; the usual one of `heliogram dev` if it is not given. @throws UsageError */
export function developerClient(url = DEFAULT_URL): Call {
  if (!URL.canParse(url) || new URL(url).protocol !== "http:") throw new UsageError("--url needs an address http://…");
  return async (path, params, access_token, signal) => {
    const text = await post(new URL(path, url), params, access_token, signal);
    const answer = readAnswer(text);
    if (answer?.ok === true) return answer.result;
    const reason = answer?.description ?? "the answer is no JSON";
    const hint = path.startsWith("/developer/") && answer?.error_code === 404 ? NOT_DEVELOPER : "";
    throw new CommandRefused(`${path} of ${url} was refused: ${reason}${hint}`);
  };
}

const NOT_DEVELOPER = "; only heliogram dev has developer mode";

interface ApiAnswer {
  readonly ok?: boolean;
  readonly result?: unknown;
  readonly error_code?: number;
  readonly description?: string;
}

function readAnswer(text: string): ApiAnswer | undefined {
  try {
    return JSON.parse(text) as ApiAnswer;
  } catch {
    return undefined;
  }
}

function post(
  url: URL,
  params: object,
  access_token: string | undefined,
  signal: AbortSignal | undefined,
): Promise<string> {
  const authorization = access_token === undefined ? {} : { authorization: `Bearer ${access_token}` };
  const headers = { "content-type": "application/json", ...authorization };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", headers, signal }, (res) => void readText(res).then(resolve, reject));
    sent.on("error", (error) => {
      reject(new CommandRefused(`no service answers at ${url.origin}: ${error.message}. Is heliogram dev running?`));
    });
    sent.end(JSON.stringify(params));
  });
}
