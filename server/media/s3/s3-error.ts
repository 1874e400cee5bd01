/** Errors of an S3 store, and the sentence for each that an operator can mend. */
import { text } from "./s3-xml.ts";

/** The store has refused a request. The message has no credentials: it is made of the code alone. */
export class S3Error extends Error {
  readonly status: number;
  /** As the store names it, such as NoSuchBucket; `HTTP 403` if it does not. */
  readonly code: string;

  constructor(status: number, code: string, sentence: string) {
    super(sentence);
    this.status = status;
    this.code = code;
  }
}

/** The store is busy or broken, or the request was damaged on its way: the same request may succeed later. */
const PASSING_CODES = new Set([
  "BadDigest",
  "IncompleteBody",
  "InternalError",
  "OperationAborted",
  "RequestTimeout",
  "ServiceUnavailable",
  "SlowDown",
  "XAmzContentSHA256Mismatch",
]);
/** A longer name of an error is none. */
const MAX_CODE = 64;
const PASSING_STATUSES = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Whether the same request may succeed later. */
export function isPassing({ status, code }: S3Error): boolean {
  return PASSING_STATUSES.has(status) || PASSING_CODES.has(code);
}

/** What the sentences name. */
export interface Named {
  readonly bucket: string;
  readonly region: string;
}

/** @param ahead_ms by how much the request's time is ahead of the store's; NaN if the store has not told its time */
export function s3Error(status: number, body: string, ahead_ms: number, named: Named): S3Error {
  const code =
    text(body, "Code")
      ?.replaceAll(/[^\w.]/g, "")
      .slice(0, MAX_CODE) || `HTTP ${status}`;
  return new S3Error(status, code, sentenceOf(status, code, body, ahead_ms, named));
}

function sentenceOf(status: number, code: string, body: string, ahead_ms: number, { bucket, region }: Named): string {
  switch (code) {
    case "NoSuchBucket":
      return `the store has no bucket ${bucket} (NoSuchBucket)`;
    case "InvalidAccessKeyId":
      return "the store does not know the access key of HELIOGRAM_FILES_ACCESS_KEY (InvalidAccessKeyId)";
    case "SignatureDoesNotMatch":
      return "the store refuses the signature: HELIOGRAM_FILES_ACCESS_KEY or HELIOGRAM_FILES_SECRET_KEY is wrong (SignatureDoesNotMatch)";
    case "AccessDenied":
    case "AllAccessDisabled":
    case "HTTP 403": // A response to HEAD has no code.
      return `the access key may not read, write, list and delete in the bucket ${bucket} (${code})`;
    case "ExpiredToken":
    case "InvalidToken":
      return `the session token of HELIOGRAM_FILES_SESSION_TOKEN has expired or is wrong (${code})`;
    case "RequestTimeTooSkewed":
      return `the clock of this machine is ${differenceOf(ahead_ms)} (RequestTimeTooSkewed)`;
    case "AuthorizationHeaderMalformed":
    case "PermanentRedirect":
    case "TemporaryRedirect":
    case "IllegalLocationConstraintException":
      return `the bucket ${bucket} is not at this endpoint in the region ${region}${expectedOf(body)} (${code})`;
    default:
      if (status >= 300 && status < 400)
        return `the store redirects to another address: the endpoint or the region ${region} is wrong (${code})`;
      return `the store refuses: ${code}`;
  }
}

function expectedOf(body: string): string {
  const region = text(body, "Region") ?? /expecting '([\w-]+)'/.exec(body)?.[1];
  return region === undefined ? "" : `, but in ${region.replaceAll(/[^\w-]/g, "").slice(0, MAX_CODE)}`;
}

function differenceOf(ahead_ms: number): string {
  const difference_s = Math.round(ahead_ms / 1000);
  if (Number.isNaN(difference_s)) return "wrong, or that of the store is";
  return `${Math.abs(difference_s)} seconds ${difference_s > 0 ? "ahead of" : "behind"} that of the store`;
}
