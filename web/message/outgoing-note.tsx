/** Why a message did not arrive, or what it waits for, and what can be done about it. */
import { Trans } from "@lingui/react/macro";
import { useEffect, useState, type ReactNode } from "react";
import { useClient, useClientState } from "../client/context.tsx";
import { useFormat } from "../i18n/format.ts";
import { unfitFor } from "../model/file-limits.ts";
import type { Outgoing } from "../model/outgoing.ts";
import { useReasonWords } from "../rights/use-sentence.ts";
import { Button } from "../ui/button.tsx";
import { useReach } from "../ui/reach.ts";

/** A line that is back sooner is not worth a word. */
const SHORT_MS = 3000;
/** A text takes no such time on any line that is alive. */
const LATE_MS = 10_000;
const SECOND_MS = 1000;

export function OutgoingNote({ outgoing }: { readonly outgoing: Outgoing }) {
  return outgoing.state === "failed" ? <FailedNote outgoing={outgoing} /> : <WaitingNote outgoing={outgoing} />;
}

function FailedNote({ outgoing }: { readonly outgoing: Outgoing }) {
  const { outbox } = useClient();
  const reach = useReach();
  return (
    <div role="alert" className="mt-1 flex flex-wrap items-center justify-end gap-x-2 text-sm text-danger">
      <span>
        <Reason outgoing={outgoing} />
      </span>
      <Button look="accent" size="small" tabIndex={reach} onClick={() => outbox.retry(outgoing.key)}>
        <Trans>Try again</Trans>
      </Button>
      <Button look="plain" size="small" tabIndex={reach} onClick={() => outbox.discard(outgoing.key)}>
        <Trans>Delete</Trans>
      </Button>
    </div>
  );
}

function Reason({ outgoing }: { readonly outgoing: Outgoing }) {
  const { error, reason, fault } = outgoing;
  const reasonWords = useReasonWords();
  if (fault === "cancelled") return <Trans>Not sent: you cancelled it</Trans>;
  if (fault === "too_big") return <TooBig outgoing={outgoing} />;
  if (reason === "BAD_MEDIA") return <Trans>Not sent: the file is damaged, or not what its name says</Trans>;
  const words = reason === undefined ? error : reasonWords(reason, error);
  return <Trans>Not sent: {words}</Trans>;
}

/** What the service would take may come from a proxy before it, of whose limit nobody knows more than that it is there. */
function TooBig({ outgoing }: { readonly outgoing: Outgoing }) {
  const files = outgoing.files ?? [];
  const format = useFormat();
  const limits = useClientState((state) => state.me?.limits);
  for (const file of files) {
    const unfit = unfitFor(file, files.length > 1, limits);
    if (typeof unfit !== "object") continue;
    const most = format.size(unfit.limit);
    return <Trans>Not sent: the file is too large. This service takes at most {most}</Trans>;
  }
  const size = format.size(files.reduce((sum, each) => sum + each.size, 0));
  return <Trans>Not sent: {size} is more than gets through to this service at once</Trans>;
}

function WaitingNote({ outgoing }: { readonly outgoing: Outgoing }) {
  const { key, chat_id, files } = outgoing;
  const connecting = useLasting(
    useClientState((state) => state.line === "connecting"),
    SHORT_MS,
  );
  // The one that is sent first speaks for all that wait behind it.
  const isFirst = useClientState(({ outbox }) => {
    const first = outbox.find((each) => each.chat_id === chat_id && each.state === "waiting");
    return first?.key === key;
  });
  const held_until_ms = useClientState(({ holds }) => (isFirst ? holds[chat_id] : undefined));
  // A file shows by itself how far it is.
  const unanswered = useLasting(isFirst && !files, LATE_MS);
  if (held_until_ms !== undefined) {
    return (
      <Wait outgoing={outgoing}>
        <Countdown until_ms={held_until_ms} />
      </Wait>
    );
  }
  if (!connecting && !unanswered) return null;
  return (
    <Wait outgoing={outgoing}>
      {connecting ? <Trans>Waiting for the connection</Trans> : <Trans>The service has not answered yet</Trans>}
    </Wait>
  );
}

function Wait({ outgoing, children }: { readonly outgoing: Outgoing; readonly children: ReactNode }) {
  const { outbox } = useClient();
  const reach = useReach();
  return (
    <div className="mt-1 flex flex-wrap items-center justify-end gap-x-2 text-sm text-soft">
      <span>{children}</span>
      <Button look="plain" size="small" tabIndex={reach} onClick={() => outbox.discard(outgoing.key)}>
        <Trans>Delete</Trans>
      </Button>
    </div>
  );
}

function Countdown({ until_ms }: { readonly until_ms: number }) {
  const { clock } = useClient().ports;
  const format = useFormat();
  const [now_ms, setNow] = useState(() => clock.now_ms());
  useEffect(() => clock.after(SECOND_MS, () => setNow(clock.now_ms())), [clock, now_ms]);
  const time = format.wait(Math.max(1, (until_ms - now_ms) / SECOND_MS));
  return <Trans>The service asks to wait. Sent in {time}</Trans>;
}

/** Whether something has been so for longer than a moment. */
function useLasting(is: boolean, moment_ms: number): boolean {
  const { clock } = useClient().ports;
  const [long, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    return is ? clock.after(moment_ms, () => setLong(true)) : undefined;
  }, [is, moment_ms, clock]);
  return is && long;
}
