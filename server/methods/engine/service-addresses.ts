/** The service's own URLs: the operator's public URL or, without one, the URL at which a person opened the page. */

/** People whose URL is remembered, at most. */
const MAX_PEOPLE = 10_000;

/** The URL that one person's browser sends is used for that person only. What others see has the public URL. */
export class ServiceAddresses {
  readonly #configured_url: string | undefined;
  readonly #listening_url: () => string;
  readonly #last_known = new Map<number, string>();

  constructor(configured_url: string | undefined, listening_url: () => string) {
    this.#configured_url = configured_url;
    this.#listening_url = listening_url;
  }

  /** The operator's `public_url`, if it is set. */
  get configured_url(): string | undefined {
    return this.#configured_url;
  }

  /** The URL for everybody, without a trailing slash. */
  get public_url(): string {
    return this.#configured_url ?? this.#listening_url();
  }

  /** The URL for a response to a person whose page has this origin. `origin` is absent for programs. */
  forCaller(person_id: number, origin: string | undefined): string {
    if (this.#configured_url !== undefined || origin === undefined) return this.public_url;
    this.#last_known.delete(person_id);
    if (this.#last_known.size >= MAX_PEOPLE) this.#last_known.delete(this.#last_known.keys().next().value!);
    this.#last_known.set(person_id, origin);
    return origin;
  }

  /** The URL for a message to a person: where they last had a page open, if that is known. */
  lastKnownOf(person_id: number): string {
    return this.#last_known.get(person_id) ?? this.public_url;
  }
}
