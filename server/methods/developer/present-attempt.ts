/** Webhook attempts as the developer API shows them. */
import { shownRequest, type RecordedAttempt } from "../../developer/webhooks/attempt-log.ts";
import { asJson } from "./log-pages.ts";

export function presentAttempt(attempt: RecordedAttempt): object {
  const { bytes: _bytes, request: _request, ...rest } = attempt;
  const { url, headers: request_headers, body } = shownRequest(attempt);
  const known = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
  return { ...known, url, request_headers, request_body: asJson(body) };
}
