/** What a door of methods needs. */
import type { Hashes } from "../app/tokens.ts";
import type { UploadSink } from "../media/upload.ts";
import type { Deps } from "../methods/deps.ts";
import type { Registry } from "../methods/registry.ts";

export interface FaceDeps extends Deps {
  readonly hashes: Hashes;
  readonly methods: Registry;
  readonly uploads: UploadSink;
}
