/** Starts the S3 store of the tests, and gives out buckets of it. */
import { Endpoint } from "heliogram/egress/endpoint.ts";
import { S3Client } from "heliogram/media/s3/s3-client.ts";
import type { S3Machine, S3Options } from "heliogram/media/s3/s3-options.ts";
import { elements } from "heliogram/media/s3/s3-xml.ts";
import { systemClock } from "heliogram/ports/clock.ts";
import { ACCESS_KEY, REGION, S3Store, SECRET_KEY } from "./s3-store.ts";

export const MACHINE: S3Machine = {
  clock: systemClock(),
  fraction: () => 0.5,
  readDate: (text) => Date.parse(text),
  writeDate: (at_ms) => new Date(at_ms).toISOString(),
};

let store: Promise<S3Store> | undefined;
let buckets = 0;

/** Ends the store and removes its folder. Otherwise it ends soon after this process. */
export async function stopS3(): Promise<void> {
  await (await store)?.stop();
}

/** The address of the store. It is started when it is first asked for, and ends with this process. */
export async function s3Endpoint(): Promise<string> {
  return (await (store ??= S3Store.start())).url;
}

/** A client of a bucket, beside that of the service. */
export function s3Client(options: S3Options): S3Client {
  const open = () =>
    new Endpoint({ clock: MACHINE.clock, connections: 4, certificate: "", resolve: async () => LOOPBACK });
  return new S3Client(options, MACHINE, { requests: open(), downloads: open() });
}

/** Where all names are, such as those of buckets as hosts. */
export const LOOPBACK = [{ address: "127.0.0.1", family: 4 }];

/** @returns a new bucket, and the keys to it */
export async function takeBucket(): Promise<S3Options> {
  return createBucket(await s3Endpoint(), `files-${process.pid}-${++buckets}`);
}

/** Creates a bucket in a store. @returns the keys to it */
export async function createBucket(endpoint: string, bucket: string): Promise<S3Options> {
  const options: S3Options = {
    bucket,
    prefix: "",
    region: REGION,
    endpoint,
    style: "path",
    access_key: ACCESS_KEY,
    secret_key: SECRET_KEY,
    session_token: "",
    certificate: "",
  };
  const client = s3Client(options);
  await client.text({ method: "PUT", key: "" });
  client.close();
  return options;
}

/** The names of all objects of a bucket, of which there are at most 1000. */
export async function objectsIn(options: S3Options): Promise<string[]> {
  const client = s3Client(options);
  const { text: xml } = await client.text({ method: "GET", key: "", query: { "list-type": "2" } });
  client.close();
  return elements(xml, "Key");
}

/** What starts `heliogram dev` with its files in a bucket. */
export function devWithBucket(options: S3Options): {
  readonly command: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
} {
  const { bucket, endpoint, region, access_key, secret_key } = options;
  return {
    command: [process.execPath, new URL("./dev-with-bucket.ts", import.meta.url).pathname],
    env: {
      FILES_URL: `s3://${bucket}?endpoint=${endpoint}&region=${region}`,
      FILES_ACCESS_KEY: access_key,
      FILES_SECRET_KEY: secret_key,
    },
  };
}
