/** What the service reaches, and what reaches the service: the public URL, and the bucket of files. */
import type { Egress } from "../../egress/egress.ts";
import { S3Storage } from "../../media/s3/s3-storage.ts";
import type { Settings } from "../../settings/settings.ts";
import { reasonOf } from "../exit-error.ts";
import { MACHINE } from "../open-blobs.ts";
import { filesFrom } from "../settings-options.ts";
import { ok, problem, type Finding } from "./finding.ts";

const TIMEOUT_MS = 5000;
const MAX_RESPONSE_BYTES = 64 * 1024;
/** Requests of nobody's account. */
const NOBODY = 0;
const PROXY =
  "see that the service runs, that the proxy leads here (docs/guides/proxy.md), and that its name leads to this machine";

/** Asks the public URL for the liveness of the service, as a client would. */
export async function checkPublicUrl({ public_url }: Settings, egress: Egress): Promise<readonly Finding[]> {
  if (public_url === undefined) return [];
  const url = `${public_url}/healthz`;
  const limits = { account_id: NOBODY, timeout_ms: TIMEOUT_MS, max_response_bytes: MAX_RESPONSE_BYTES };
  const chunks: Buffer[] = [];
  try {
    const onChunk = (chunk: Buffer) => void chunks.push(chunk);
    const { status } = await egress.get(url, {}, limits, { onHead: () => true, onChunk });
    if (status === 200 && Buffer.concat(chunks).toString() === '{"ok":true}')
      return [ok("public URL", `${public_url} leads to the service`)];
    return [problem("public URL", `${url} is answered with ${status}, and not by this service`, PROXY)];
  } catch (error) {
    return [problem("public URL", `${url} cannot be reached: ${reasonOf(error)}`, PROXY)];
  }
}

/** Lists one file of the bucket, which needs its address, region and keys, and a clock that is right. */
export async function checkBucket(settings: Settings): Promise<readonly Finding[]> {
  const files = filesFrom(settings);
  if (!files) return [];
  const bucket = new S3Storage(files, { machine: MACHINE, mark: undefined });
  try {
    await bucket.page("", 1);
    return [ok("bucket", `the bucket ${files.bucket} answers`)];
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? `${message} (${reasonOf(cause)})` : message;
    return [
      problem(
        "bucket",
        `the bucket ${files.bucket} cannot be used: ${reason}`,
        "compare HELIOGRAM_FILES_URL and the keys with those of the store, and see that it runs",
      ),
    ];
  } finally {
    bucket.close();
  }
}
