/** The addresses people are given: the one the operator named for everybody, or else the one they know themselves. */

/** People whose address is remembered at most. */
const MAX_PEOPLE = 10_000;

/** What one person's browser says reaches nobody else: what others are given too has the common address. */
export class Addresses {
  readonly #named: string | undefined;
  readonly #listening: () => string;
  readonly #met = new Map<number, string>();

  constructor(named: string | undefined, listening: () => string) {
    this.#named = named;
    this.#listening = listening;
  }

  /** The operator's choice, if there is one. */
  get named(): string | undefined {
    return this.#named;
  }

  /** For everybody, without a slash at its end. */
  get common(): string {
    return this.#named ?? this.#listening();
  }

  /** For the answer to a person whose page was opened at `origin`, if it was a page that asked. */
  forAnswer(person_id: number, origin: string | undefined): string {
    if (this.#named !== undefined || origin === undefined) return this.common;
    this.#met.delete(person_id);
    if (this.#met.size >= MAX_PEOPLE) this.#met.delete(this.#met.keys().next().value!);
    this.#met.set(person_id, origin);
    return origin;
  }

  /** For what the service writes to a person: where they last had a page open, if that is known. */
  lastOf(person_id: number): string {
    return this.#met.get(person_id) ?? this.common;
  }
}
