/** The files of a call, by the name of their part. */
import type { UploadedFile } from "./raw-call.ts";

export type Uploads = ReadonlyMap<string, UploadedFile>;
