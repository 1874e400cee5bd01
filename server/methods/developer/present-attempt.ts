/** Webhook attempts as the developer API shows them. */
import type * as Wire from "@heliogram/shared/wire.ts";
import { shownRequest, type RecordedAttempt } from "../../developer/webhooks/attempt-log.ts";
import { asJson } from "./log-pages.ts";

type WithoutNull<T> = { [K in keyof T as null extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as null extends T[K] ? K : never]?: NonNullable<T[K]>;
};

export function presentAttempt(attempt: RecordedAttempt): Wire.WebhookAttempt {
  const { bytes: _bytes, request: _request, ...rest } = attempt;
  const { url, headers: request_headers, body } = shownRequest(attempt);
  const known = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
  return { ...(known as WithoutNull<typeof rest>), url, request_headers, request_body: asJson(body) };
}
