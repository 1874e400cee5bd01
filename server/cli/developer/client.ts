/** The client of the developer API, for the commands that talk to a running `heliogram dev`, or to the developer console. */
import { request } from "node:http";
import { request as requestByTls } from "node:https";
import { readText } from "../admin/socket-client.ts";
import { CommandRefused, UsageError } from "../errors.ts";

const DEFAULT_URL = "http://127.0.0.1:8080";

/** Calls a method of the service and returns its result. @throws CommandRefused */
export type Call = (path: string, params: object, access_token?: string, signal?: AbortSignal) => Promise<unknown>;

/** The access token of an owner, for the console of a service that is not `heliogram dev`. Arguments show in `ps`. */
export const TOKEN_VARIABLE = "OWNER_ACCESS_TOKEN";

/**
 * @param url - the address of the service; the usual one of `heliogram dev` if it is not given
 * @param owner_token - an owner's access token, for methods of the developer API
 * @throws UsageError
 */
export function developerClient(url = DEFAULT_URL, owner_token?: string): Call {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError("--url needs an address http://… or https://…");
  return async (path, params, access_token, signal) => {
    const token = access_token ?? (path.startsWith("/developer/") ? owner_token : undefined);
    const text = await post(new URL(path, url), params, token, signal);
    const answer = readAnswer(text);
    if (answer?.ok === true) return answer.result;
    const reason = answer?.description ?? "the answer is no JSON";
    const hint = path.startsWith("/developer/") ? (HINTS[answer?.error_code ?? 0] ?? "") : "";
    throw new CommandRefused(`${path} of ${url} was refused: ${reason}${hint}`);
  };
}

const HINTS: Readonly<Record<number, string>> = {
  401: `; ${TOKEN_VARIABLE} must be the access token of an owner of the service`,
  404: "; only heliogram dev has developer mode",
};

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
    const send = url.protocol === "https:" ? requestByTls : request;
    const sent = send(url, { method: "POST", headers, signal }, (res) => void readText(res).then(resolve, reject));
    sent.on("error", (error) => {
      reject(new CommandRefused(`no service answers at ${url.origin}: ${error.message}. Is heliogram dev running?`));
    });
    sent.end(JSON.stringify(params));
  });
}
