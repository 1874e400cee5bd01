/** The log of previews: the pages that were fetched for the links of messages, and what became of each. */
import { hideCredentials } from "../../domain/hide-tokens.ts";
import { RecordLog, type LogRecord } from "../record-log.ts";

/** A request that was sent for a preview, and the status of the response or the error in its place. */
export interface PreviewRequestSent {
  readonly url: string;
  readonly status?: number | undefined;
  readonly error?: string | undefined;
}

export interface PreviewResult {
  /** `known`: found earlier, and not fetched. */
  readonly outcome: "found" | "known" | "none" | "failed" | "refused";
  readonly title?: string | undefined;
  /** Why there is no preview. */
  readonly reason?: string | undefined;
}

export interface RecordedPreview extends LogRecord {
  readonly url: string;
  readonly at_ms: number;
  readonly requests: readonly PreviewRequestSent[];
  /** `null` while it is being fetched. */
  outcome: PreviewResult["outcome"] | null;
  title: string | null;
  reason: string | null;
  duration_ms: number | null;
}

interface PreviewLogDeps {
  readonly now: () => number;
  readonly elapsed: () => number;
}

const LIMITS = { records: 2000, bytes: 8 * 1024 * 1024 };
const RECORD_BYTES = 500;
/** Bytes of a request, besides its address. */
const REQUEST_BYTES = 100;

export class PreviewLog {
  readonly log = new RecordLog<RecordedPreview>(LIMITS);
  readonly #deps: PreviewLogDeps;

  constructor(deps: PreviewLogDeps) {
    this.#deps = deps;
  }

  /** @returns what is called with each request, and once with the result */
  begin(url: string) {
    const began_ms = this.#deps.elapsed();
    const requests: PreviewRequestSent[] = [];
    const record: RecordedPreview = {
      id: this.log.nextId(),
      revision: 0,
      bytes: 0,
      url: hideCredentials(url),
      at_ms: this.#deps.now(),
      requests,
      outcome: null,
      title: null,
      reason: null,
      duration_ms: null,
    };
    const put = () => this.log.put(record, sizeOf(record));
    put();
    return {
      sent: (request: PreviewRequestSent): void => {
        requests.push({ ...request, url: hideCredentials(request.url) });
        put();
      },
      end: ({ outcome, title, reason }: PreviewResult): void => {
        const duration_ms = Math.round(this.#deps.elapsed() - began_ms);
        Object.assign(record, { outcome, title: title ?? null, reason: reason ?? null, duration_ms });
        put();
      },
    };
  }
}

function sizeOf({ url, title, requests }: RecordedPreview): number {
  const sent = requests.reduce((sum, each) => sum + REQUEST_BYTES + each.url.length, 0);
  return RECORD_BYTES + url.length + (title?.length ?? 0) + sent;
}
