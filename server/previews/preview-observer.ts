/** Who is shown what becomes of previews: developer mode. */

/** A request for a preview, and the status of the response or the error in its place. */
export interface SentRequest {
  readonly url: string;
  readonly status?: number | undefined;
  readonly error?: string | undefined;
}

/** What became of an address that was not known; `refused` for one that a limit kept from being fetched. */
export type PreviewOutcome = "found" | "none" | "failed" | "refused";

/** What an observer is told of one address. */
export interface PreviewTrace {
  readonly sent: (request: SentRequest) => void;
  /** Called once, when the messages have the preview. */
  readonly end: (result: {
    readonly outcome: PreviewOutcome | "known";
    readonly title?: string | undefined;
    readonly reason?: string | undefined;
  }) => void;
}

export interface PreviewObserver {
  /** An address is looked up. */
  begin(url: string): PreviewTrace;
}
