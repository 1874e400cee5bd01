/** Photos that providers name. They are fetched after the sign-in, which waits for no host of pictures. */
import { changePhoto } from "../../app/accounts/profile.ts";
import { notePhoto } from "../../app/accounts/identities.ts";
import { saveMedia } from "../../app/messages/save-media.ts";
import type { Account } from "../../domain/accounts.ts";
import { RefusalError } from "../../domain/refusals.ts";
import { TooManyRequests } from "../../domain/too-many-requests.ts";
import { fetchPhoto } from "../../methods/messages/prepared-media.ts";
import type { IdentityKey } from "../../store/queries/accounts/identities.ts";
import { lockPerson } from "../../store/queries/accounts/people.ts";
import type { ApiDeps } from "../routes/api-deps.ts";

/** Further ones are left out, and fetched at the next sign-in. */
const MAX_RUNNING = 20;

export class ProviderPhotos {
  readonly #deps: ApiDeps;
  readonly #onError: (error: unknown) => void;
  readonly #running = new Set<Promise<void>>();

  constructor(deps: ApiDeps, onError: (error: unknown) => void) {
    this.#deps = deps;
    this.#onError = onError;
  }

  /** Begins to fetch a photo. One that cannot be had changes nothing. */
  fetch(person: Account, key: IdentityKey, url: string): void {
    if (this.#running.size >= MAX_RUNNING) return;
    const running = this.#fetch(person, key, url)
      .catch((error: unknown) => {
        if (!(error instanceof RefusalError) && !(error instanceof TooManyRequests)) this.#onError(error);
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves when none is running. */
  async idle(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #fetch(person: Account, key: IdentityKey, url: string): Promise<void> {
    const deps = this.#deps;
    const prepared = await fetchPhoto(deps, url, person.id);
    await deps.db.write(async (tx) => {
      const now = await lockPerson(tx, person.id);
      if (!now || now.suspended_at !== null) return;
      await changePhoto(tx, now, await saveMedia(tx, deps.app, now, prepared));
      await notePhoto(tx, key, url);
    });
  }
}
