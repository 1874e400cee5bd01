/** Where an S3 bucket is, and how the service gets into it. */
import type { EndpointOptions } from "../../egress/endpoint.ts";

export interface S3Address {
  readonly bucket: string;
  /** What the names of all objects begin with: empty, or ending with a slash. */
  readonly prefix: string;
  readonly region: string;
  /** The address of the store, without a path. */
  readonly endpoint: string;
  /** Where the bucket is named: in the path, or in the host name. */
  readonly style: "path" | "host";
}

export interface S3Options extends S3Address {
  readonly access_key: string;
  readonly secret_key: string;
  /** What belongs to temporary keys; empty for permanent ones. */
  readonly session_token: string;
  /** A PEM certificate that is trusted instead of the public authorities; empty for the authorities. */
  readonly certificate: string;
}

/** Time and randomness of the machine: signatures and deadlines concern other machines. */
export interface S3Machine {
  readonly clock: EndpointOptions["clock"] & { now(): number; elapsed(): number };
  /** A number in [0, 1). */
  readonly fraction: () => number;
  /** Milliseconds since the epoch of a date in any form of HTTP or ISO 8601; NaN if it is none. */
  readonly readDate: (text: string) => number;
  /** The form of ISO 8601, with milliseconds. */
  readonly writeDate: (at_ms: number) => string;
}

/** The address of the bucket, ending with a slash. */
export function bucketUrl({ endpoint, bucket, style }: S3Address): URL {
  const url = new URL(endpoint);
  if (style === "host") url.hostname = `${bucket}.${url.hostname}`;
  else url.pathname = `/${bucket}/`;
  return url;
}
