/** Previews of links: fetches the pages that new messages link to, after the commit (behaviour.md §4, Previews of links). */
import { createHash } from "node:crypto";
import { attachPage, savePreview, type PreviewRequest, type PreviewRequests } from "../app/messages/web-pages.ts";
import { ConcurrencyLimit } from "../concurrency/concurrency-limit.ts";
import type { PagePreview } from "../domain/messages.ts";
import type { Egress } from "../egress/egress.ts";
import type { MediaStore } from "../media/media.ts";
import type { CancelTimer, Clock } from "../ports/clock.ts";
import type { CommitNote, Db, Tx } from "../store/db.ts";
import { findPage } from "../store/queries/messages/web-pages.ts";
import type { FetchedPage, PageSource } from "./fetch-page.ts";
import { FetchRates } from "./fetch-rates.ts";
import { PictureFetcher } from "./picture-fetcher.ts";
import type { PreviewObserver, PreviewOutcome, PreviewTrace } from "./preview-observer.ts";
import { NoPage, WebClient } from "./web-client.ts";

/** Pages that are fetched at a time, of all and of one account. */
const MAX_FETCHES = 8;
const MAX_FETCHES_PER_ACCOUNT = 2;
/** Pages of one account that wait, and messages of all that wait for a page. Further ones get no preview. */
const MAX_WAITING_PER_ACCOUNT = 20;
const MAX_MESSAGES = 2000;
/** Requests to one host at a time, and how often: what a person at a browser could cause. */
const MAX_FETCHES_PER_HOST = 2;
const HOST_RATE = { burst: 30, every_ms: 1000 };
/** Pages that the messages of one account let the service fetch. */
const ACCOUNT_RATE = { burst: 20, every_ms: 2000 };
/** How long what was found at an address is known, in seconds. */
const PAGE_LIFE_S = 24 * 60 * 60;
const NO_PAGE_LIFE_S = 60 * 60;
const TEMPORARY_LIFE_S = 10 * 60;
/** An edit waits for the next one: while a text is streamed, its last address may not be complete. */
const EDIT_DELAY_MS = 2000;

export interface LinkPreviewDeps {
  readonly db: Db;
  readonly egress: Pick<Egress, "get">;
  readonly media: MediaStore;
  /** Decides what has expired. */
  readonly now_ms: () => number;
  /** The clock of requests. */
  readonly clock: Clock;
  readonly onFetched: (outcome: PreviewOutcome) => void;
  readonly observer?: PreviewObserver | undefined;
  readonly onError: (error: unknown) => void;
}

class PreviewNote implements CommitNote {
  /** It is about no event. */
  readonly event = undefined;
  readonly request: PreviewRequest;

  constructor(request: PreviewRequest) {
    this.request = request;
  }
}

/** What was found at an address: a page, or none with the reason. */
interface Found {
  readonly page: PagePreview | null;
  readonly outcome: PreviewOutcome | "known";
  readonly reason?: string;
}

/** A page was not asked for, which says nothing about the page. */
class NotAllowed extends NoPage {
  constructor(sentence: string) {
    super(sentence, true);
  }
}

export class LinkPreviews implements PreviewRequests {
  readonly #deps: LinkPreviewDeps;
  readonly #source: PageSource;
  readonly #fetches = new ConcurrencyLimit<number>({
    max_running: MAX_FETCHES,
    max_running_per_key: MAX_FETCHES_PER_ACCOUNT,
    max_waiting_per_key: MAX_WAITING_PER_ACCOUNT,
    refusal: () => new NotAllowed("too many pages of one account wait"),
  });
  readonly #hosts = new ConcurrencyLimit<string>({
    max_running: MAX_FETCHES,
    max_running_per_key: MAX_FETCHES_PER_HOST,
  });
  readonly #accountRates: FetchRates<number>;
  /** By address: the messages that wait for its page. */
  readonly #waiting = new Map<string, PreviewRequest[]>();
  /** By message: edits that wait for the next one. */
  readonly #edits = new Map<string, CancelTimer>();
  readonly #running = new Set<Promise<void>>();
  #messages = 0;
  #isClosed = false;

  constructor(deps: LinkPreviewDeps) {
    const elapsed = () => deps.clock.elapsed();
    const web = new WebClient(deps.egress, new FetchRates(HOST_RATE, elapsed));
    this.#deps = deps;
    this.#source = { web, pictures: new PictureFetcher(web, deps.media), clock: deps.clock };
    this.#accountRates = new FetchRates(ACCOUNT_RATE, elapsed);
  }

  request(tx: Tx, request: PreviewRequest): void {
    tx.note(new PreviewNote(request));
  }

  /**
   * Takes the requests of transactions that are committed now. A lost request costs a preview and nothing else.
   * @returns the other notes
   */
  committed(notes: readonly CommitNote[]): readonly CommitNote[] {
    if (!notes.some((note) => note instanceof PreviewNote)) return notes;
    for (const note of notes) if (note instanceof PreviewNote) this.#accept(note.request);
    return notes.filter((note) => !(note instanceof PreviewNote));
  }

  /** Fetches nothing more. Requests that run are ended by the egress client. */
  close(): void {
    this.#isClosed = true;
    for (const cancel of this.#edits.values()) cancel();
    this.#edits.clear();
    this.#waiting.clear();
  }

  /** Resolves when nothing runs any more. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #accept(request: PreviewRequest): void {
    const message = `${request.chat_id}/${request.message_id}`;
    this.#edits.get(message)?.();
    this.#edits.delete(message);
    if (this.#isClosed || this.#messages + this.#edits.size >= MAX_MESSAGES) return;
    if (!request.is_edit) return this.#begin(request);
    const later = () => {
      this.#edits.delete(message);
      this.#begin(request);
    };
    this.#edits.set(message, this.#deps.clock.after(EDIT_DELAY_MS, later));
  }

  /** Begins to get the page of a message, or lets it wait for one that is being fetched. */
  #begin(request: PreviewRequest): void {
    const address = addressOf(request.url);
    const waiting = this.#waiting.get(address);
    this.#messages += 1;
    if (waiting) {
      waiting.push(request);
      return;
    }
    this.#waiting.set(address, [request]);
    const serving: Promise<void> = this.#serve(address, request.account_id).finally(() =>
      this.#running.delete(serving),
    );
    this.#running.add(serving);
  }

  async #serve(address: string, account_id: number): Promise<void> {
    const trace = this.#deps.observer?.begin(address);
    let found: Found = { page: null, outcome: "failed", reason: "an unexpected error" };
    try {
      found = await this.#find(address, account_id, trace);
    } catch (error) {
      if (!this.#isClosed) this.#deps.onError(error);
    }
    const { page, outcome, reason } = found;
    const requests = this.#waiting.get(address) ?? [];
    this.#waiting.delete(address);
    for (const request of requests) {
      if (page && !this.#isClosed) await this.#attach(request, page);
      this.#messages -= 1;
    }
    trace?.end({ outcome, title: page?.title, reason });
  }

  async #attach(request: PreviewRequest, page: PagePreview): Promise<void> {
    try {
      await this.#deps.db.write((tx) => attachPage(tx, request, page), "attachPage");
    } catch (error) {
      if (!this.#isClosed) this.#deps.onError(error);
    }
  }

  /** The preview of an address, known or fetched. */
  async #find(address: string, account_id: number, trace: PreviewTrace | undefined): Promise<Found> {
    const hash = createHash("sha256").update(address).digest("hex");
    const known = await this.#deps.db.read((tx) => findPage(tx, hash, this.#now_s()));
    if (known) return { page: known.page, outcome: "known" };
    try {
      const fetching = () => this.#fetch(address, account_id, trace);
      const { page, is_partial } = await this.#fetches.run(account_id, fetching);
      this.#deps.onFetched("found");
      const life_s = is_partial ? TEMPORARY_LIFE_S : PAGE_LIFE_S;
      return { page: await this.#save(hash, page, life_s), outcome: "found" };
    } catch (error) {
      if (!(error instanceof NoPage)) throw error;
      const isRefused = error instanceof NotAllowed;
      const outcome = isRefused ? "refused" : error.is_temporary ? "failed" : "none";
      this.#deps.onFetched(outcome);
      if (!isRefused) await this.#save(hash, null, error.is_temporary ? TEMPORARY_LIFE_S : NO_PAGE_LIFE_S);
      return { page: null, outcome, reason: error.message };
    }
  }

  async #fetch(address: string, account_id: number, trace: PreviewTrace | undefined): Promise<FetchedPage> {
    if (this.#isClosed) throw new NotAllowed("the service stops");
    if (!this.#accountRates.take(account_id)) throw new NotAllowed("too many pages for one account");
    // With its parser of HTML, which a start does not need.
    const { fetchPage } = await import("./fetch-page.ts");
    return this.#hosts.run(new URL(address).hostname, () => fetchPage(this.#source, address, account_id, trace?.sent));
  }

  #save<Page extends PagePreview | null>(hash: string, page: Page, life_s: number): Promise<Page> {
    return this.#deps.db.write((tx) => savePreview(tx, hash, page, this.#now_s() + life_s), "savePreview");
  }

  #now_s(): number {
    return Math.floor(this.#deps.now_ms() / 1000);
  }
}

/** What is fetched for an address: a fragment is for the reader alone. */
function addressOf(url: string): string {
  const target = new URL(url);
  target.hash = "";
  return target.href;
}
