/** Lets tests run once more, with their files in a bucket. The engine of the store makes no difference to that. */
import type { TestProject } from "vitest/node";
import { HAS_S3 } from "./s3-store.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where services have their files: "s3" for a bucket, "" for their folder. */
    files: string;
  }
}

export default function setup(project: TestProject): void {
  if (!HAS_S3) process.stderr.write("No S3 store was found: files are tested in folders alone.\n");
  project.provide("postgresUrl", "");
  project.provide("postgresTemplate", "");
  project.provide("files", HAS_S3 ? "s3" : "");
}
