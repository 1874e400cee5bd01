/** Where the nodes keep files: a bucket in an S3 store of the suite's own. */
import type { S3Options } from "heliogram/media/s3/s3-options.ts";
import { createBucket } from "../../support/s3.ts";
import { S3Store } from "../../support/s3-store.ts";

export class Bucket {
  readonly store: S3Store;
  /** The bucket, and the keys to it. */
  readonly options: S3Options;

  private constructor(store: S3Store, options: S3Options) {
    this.store = store;
    this.options = options;
  }

  static async start(): Promise<Bucket> {
    const store = await S3Store.start();
    return new Bucket(store, await createBucket(store.url, "nemesis"));
  }
}
