/** Asks whether a download would begin. A browser shows nothing of a refusal. */
import { ApiError, NetworkError } from "./errors.ts";
import { parseRetryAfter } from "./retry-after.ts";

/** @throws ApiError, NetworkError */
export async function checkDownload(path: string): Promise<void> {
  let response: Response;
  try {
    response = await fetch(path, { method: "HEAD" });
  } catch {
    throw new NetworkError("the service cannot be reached");
  }
  const { ok, status, headers } = response;
  if (ok) return;
  throw new ApiError(status, `HTTP ${status}`, { retry_after_s: parseRetryAfter(headers.get("Retry-After")) });
}
