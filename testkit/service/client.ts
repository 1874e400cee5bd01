/** The HTTP client of the kit: the developer API and the user API of one world. */

// Taken when the kit is loaded: a test may replace the global function.
const { fetch } = globalThis;

/** The service has refused a call. */
export class CallRefused extends Error {
  override readonly name = "CallRefused";
  readonly method: string;
  readonly error_code: number;
  /** The sentence of the service, as "Forbidden: bot was blocked by the user". */
  readonly description: string;

  constructor(caller: string, method: string, { error_code = 0, description = "no JSON" }: Answer) {
    super(`${caller}: ${method} was refused with ${error_code}: ${description}`);
    this.method = method;
    this.error_code = error_code;
    this.description = description;
  }
}

interface Answer {
  readonly ok?: boolean;
  readonly result?: unknown;
  readonly error_code?: number;
  readonly description?: string;
}

export interface Caller {
  /** Whom an error names. */
  readonly name: string;
  readonly access_token: string;
}

export class Client {
  readonly url: string;
  /** The world whose developer methods are called; the main one if `undefined`. */
  readonly world: string | undefined;

  constructor(url: string, world?: string) {
    this.url = url.replace(/\/$/, "");
    this.world = world;
  }

  /** Calls a method of the developer API. @throws CallRefused */
  async developer<T>(method: string, params: object = {}, signal?: AbortSignal): Promise<T> {
    const body = { ...params, ...(this.world === undefined ? {} : { world: this.world }) };
    return this.#call<T>("the test", method, `/developer/${method}`, body, {}, signal);
  }

  /** Calls a method of the user API as a person. @throws CallRefused */
  async user<T>({ name, access_token }: Caller, method: string, params: object | FormData): Promise<T> {
    return this.#call<T>(name, method, `/api/${method}`, params, { authorization: `Bearer ${access_token}` });
  }

  async #call<T>(
    caller: string,
    method: string,
    path: string,
    params: object | FormData,
    headers: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ): Promise<T> {
    const isForm = params instanceof FormData;
    const response = await fetch(`${this.url}${path}`, {
      method: "POST",
      headers: isForm ? headers : { ...headers, "content-type": "application/json" },
      body: isForm ? params : JSON.stringify(params),
      ...(signal ? { signal } : {}),
    });
    const answer = readAnswer(await response.text());
    if (answer.ok !== true) throw new CallRefused(caller, method, { error_code: response.status, ...answer });
    return answer.result as T;
  }
}

function readAnswer(text: string): Answer {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return {};
  }
}
