/** Calls to a service that runs in a separate process. */
import { exchange } from "./http-client.ts";

/** Any JSON response. */
// oxlint-disable-next-line no-explicit-any -- what a test expects of it is what the test asserts
type Json = any;

export interface Called {
  readonly status: number;
  readonly result: Json;
  readonly description: string;
}

export class Caller {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** Calls a bot method. */
  bot(token: string, method: string, params: object = {}): Promise<Called> {
    return this.#post(`/bot${token}/${method}`, params, {});
  }

  /** Calls a method of the user API; without an access token, unauthenticated. */
  person(access_token: string, method: string, params: object = {}): Promise<Called> {
    return this.#post(`/api/${method}`, params, access_token === "" ? {} : { authorization: `Bearer ${access_token}` });
  }

  async #post(path: string, params: object, headers: Record<string, string>): Promise<Called> {
    const { status, text } = await exchange(this.#url + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(params),
    });
    const { result, description = "" } = JSON.parse(text) as Json;
    return { status, result, description };
  }
}
