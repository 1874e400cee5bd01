/** A call and an update of a bot, as rows of their lists. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { BotCall, BotUpdate } from "@heliogram/shared/wire.ts";
import { Copy } from "lucide-react";
import type { ReactNode } from "react";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { IconButton } from "../../ui/buttons/button.tsx";
import { useCopy } from "../../ui/clipboard/copy-provider.tsx";
import { Tag } from "../../ui/display/tag.tsx";

export function CallRow({ call }: { readonly call: BotCall }) {
  const format = useFormat();
  const { method, status, at_ms, duration_ms, error, trace_id, count } = call;
  return (
    <Row
      title={
        <>
          <code dir="ltr" className="min-w-0 break-all text-sm font-semibold">
            {method}
          </code>
          {count > 1 && <span className="text-sm text-soft">× {format.count(count)}</span>}
          <Tag variant={status >= 200 && status < 400 ? "good" : "danger"}>{status}</Tag>
        </>
      }
      facts={[<Time key="at" value={format.exactMoment(at_ms)} />, format.milliseconds(duration_ms)]}
      error={error}
      trace_id={trace_id}
      name={method}
    />
  );
}

export function UpdateRow({ update }: { readonly update: BotUpdate }) {
  const { t } = useLingui();
  const format = useFormat();
  const { update_id, kind, state, at_ms, error, trace_id } = update;
  const delivery = useDelivery();
  const states = {
    queued: { label: t`Queued`, variant: error === undefined ? "accent" : "danger" },
    delivered: { label: t`Delivered`, variant: "accent" },
    confirmed: { label: t`Confirmed`, variant: "good" },
    removed: { label: t`Removed`, variant: "plain" },
    left: { label: t`Left the queue`, variant: "plain" },
  } as const;
  const { label, variant } = states[state];
  return (
    <Row
      title={
        <>
          <code dir="ltr" className="min-w-0 break-all text-sm font-semibold">
            {kind}
          </code>
          <span className="text-sm text-soft tabular-nums">{update_id}</span>
          <Tag variant={variant}>{label}</Tag>
        </>
      }
      facts={[<Time key="at" value={format.exactMoment(at_ms)} />, ...delivery(update)]}
      error={error}
      trace_id={trace_id}
      name={`${kind} ${update_id}`}
    />
  );
}

/** @returns a function that says how an update was delivered, or how often that was tried */
function useDelivery(): (update: BotUpdate) => string[] {
  const { t } = useLingui();
  const format = useFormat();
  return ({ at_ms, delivered_by, delivered_at_ms = at_ms, attempts }) => {
    const took = format.milliseconds(Math.max(0, delivered_at_ms - at_ms));
    if (delivered_by === "poll") return [t`by getUpdates after ${took}`];
    if (attempts === undefined) return [];
    return [
      delivered_by === "webhook"
        ? t`to the webhook after ${took}, attempt ${attempts}`
        : t`failed attempts of the webhook: ${attempts}`,
    ];
  };
}

interface RowProps {
  readonly title: ReactNode;
  readonly facts: readonly ReactNode[];
  readonly error: string | undefined;
  readonly trace_id: string | undefined;
  /** What the trace belongs to, in the name of its button. */
  readonly name: string;
}

function Row({ title, facts, error, trace_id, name }: RowProps) {
  return (
    <>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">{title}</div>
        <p className="flex flex-wrap gap-x-3 text-sm text-soft tabular-nums">
          {facts.map((fact, i) => (
            <span key={i}>{fact}</span>
          ))}
        </p>
        {error !== undefined && (
          <p className="text-sm text-danger [overflow-wrap:anywhere]">
            <bdi dir="ltr">{error}</bdi>
          </p>
        )}
        {trace_id !== undefined && <Trace trace_id={trace_id} />}
      </div>
      {trace_id !== undefined && <CopyTrace trace_id={trace_id} name={name} />}
    </>
  );
}

function Trace({ trace_id }: { readonly trace_id: string }) {
  return (
    <p className="flex gap-1.5 text-xs text-soft">
      <span className="shrink-0">
        <Trans>Trace</Trans>
      </span>
      <code dir="ltr" className="min-w-0 truncate" title={trace_id}>
        {trace_id}
      </code>
    </p>
  );
}

function CopyTrace({ trace_id, name }: { readonly trace_id: string; readonly name: string }) {
  const { t } = useLingui();
  const copy = useCopy();
  return (
    <IconButton label={t`Copy the trace of ${name}`} onClick={() => void copy(trace_id, t`The trace is copied.`)}>
      <Copy aria-hidden className="size-4.5" />
    </IconButton>
  );
}
