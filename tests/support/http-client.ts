/** The HTTP client of the tests: one request at a time on connections that are kept, at a third of the cost of `fetch`. */
import { Agent, request } from "node:http";

/** One agent for all services: a connection to a service that has stopped ends with it. */
const agent = new Agent({ keepAlive: true });

export interface TextRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface TextResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Whether `exchange` can send the request: the body is text, and nothing else is asked of `fetch`. */
export function isTextRequest(init: RequestInit): init is TextRequest {
  const { method: _method, headers = {}, body = "", ...others } = init;
  const isPlain = Object.getPrototypeOf(headers) === Object.prototype;
  return typeof body === "string" && isPlain && Object.keys(others).length === 0;
}

/** Sends a request and reads its response as text. Redirects are not followed. @throws Error of the connection */
export function exchange(url: string, { method = "GET", headers = {}, body }: TextRequest = {}): Promise<TextResponse> {
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, agent, headers: { ...headers, ...length } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode!,
          headers: headersOf(response.rawHeaders),
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

/** Names and values take turns in `raw`. */
function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let i = 0; i < raw.length; i += 2) headers.append(raw[i]!, raw[i + 1]!);
  return headers;
}
