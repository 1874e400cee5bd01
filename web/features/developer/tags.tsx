/** Short labels for the outcome of a call, an update and an attempt. */
import { Trans } from "@lingui/react/macro";
import type { RecordedUpdate, WebhookAttempt } from "@heliogram/shared/wire.ts";
import { Tag } from "../../ui/display/tag.tsx";
import { useUpdateStates } from "./use-update-texts.ts";

export function StatusTag({ status }: { readonly status: number }) {
  return <Tag variant={status < 400 ? "good" : "danger"}>{status}</Tag>;
}

export function StateTag({ update: { state, steps } }: { readonly update: RecordedUpdate }) {
  const label = useUpdateStates();
  const isFailing = state === "queued" && steps.at(-1)?.what === "webhook_failed";
  const variants = {
    not_made: "danger",
    queued: "accent",
    delivered: "accent",
    confirmed: "good",
    removed: "plain",
    left: "plain",
  } as const;
  return <Tag variant={isFailing ? "danger" : variants[state]}>{label(state)}</Tag>;
}

export function OutcomeTag({ attempt: { status, error } }: { readonly attempt: WebhookAttempt }) {
  if (status !== undefined) return <Tag variant={status >= 200 && status <= 299 ? "good" : "danger"}>{status}</Tag>;
  if (error !== undefined)
    return (
      <Tag variant="danger">
        <Trans>No response</Trans>
      </Tag>
    );
  return (
    <Tag variant="accent">
      <Trans>Under way</Trans>
    </Tag>
  );
}
