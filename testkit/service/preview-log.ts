/** The pages that were fetched for previews in one world, followed by one who waits for a preview. */
import type { FetchedPreview } from "@heliogram/shared/wire.ts";
import type { Client } from "./client.ts";
import { type Deadline, within } from "./timers.ts";

/** Seconds that one request waits for news; the service allows no more. */
const WAIT_S = 50;

interface PreviewPage {
  readonly previews: readonly FetchedPreview[];
  readonly revision: number;
  readonly log: string;
}

export class PreviewLog {
  readonly #client: Client;
  readonly #pages = new Map<number, FetchedPreview>();
  #position: Pick<PreviewPage, "revision" | "log"> | undefined;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Waits until something was fetched. @returns false if the time was over, or `stop` was aborted */
  async next(deadline: Deadline, stop: AbortSignal): Promise<boolean> {
    if (deadline.isOver || stop.aborted) return false;
    const { revision = 0, log } = this.#position ?? {};
    const params = { after: revision, timeout: WAIT_S, ...(log === undefined ? {} : { log }) };
    const page = await within(deadline.left_ms, stop, (signal) =>
      this.#client.developer<PreviewPage>("listLinkPreviews", params, signal),
    );
    for (const each of page?.previews ?? []) this.#pages.set(each.id, each);
    this.#position = page ?? this.#position;
    return page !== undefined;
  }

  /** Sentences about the pages without a preview; empty if there are none. */
  get summary(): string {
    const failed = [...this.#pages.values()].filter(({ reason }) => reason !== undefined);
    return failed.map(({ url, reason }) => ` ${url}: ${reason}.`).join("");
  }
}
