/** The effects of fault rules of the developer API: on calls, on updates, and on requests to webhooks. */

export const FAULT_EFFECTS = [
  "error",
  "delay",
  "hang",
  "reset",
  "cut",
  "duplicate",
  "reorder",
  "webhook_error",
  "webhook_timeout",
  "webhook_reset",
] as const;
export type FaultEffect = (typeof FAULT_EFFECTS)[number];
