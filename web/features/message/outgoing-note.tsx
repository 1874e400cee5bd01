/** Why a message was not sent or what it is waiting for, with buttons for retrying and deleting. */
import { Trans } from "@lingui/react/macro";
import { useEffect, useState, type ReactNode } from "react";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { useFormat } from "../../i18n/format.ts";
import { fileError } from "../../core/model/media/file-limits.ts";
import type { Outgoing } from "../../core/model/messages/outgoing.ts";
import { useRefusalText } from "../rights/use-error-message.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { useTabIndex } from "../../ui/focus/tab-index.ts";

/** A shorter break of the connection is not mentioned. */
const CONNECTING_GRACE_MS = 3000;
/** Over a working connection, a text is answered sooner than this. */
const UNANSWERED_MS = 10_000;
const SECOND_MS = 1000;

export function OutgoingNote({ outgoing }: { readonly outgoing: Outgoing }) {
  return outgoing.state === "failed" ? <FailedNote outgoing={outgoing} /> : <WaitingNote outgoing={outgoing} />;
}

function FailedNote({ outgoing }: { readonly outgoing: Outgoing }) {
  const { outbox } = useClient();
  const tabIndex = useTabIndex();
  return (
    <div role="alert" className="mt-1 flex flex-wrap items-center justify-end gap-x-2 text-sm text-danger">
      <span>
        <Reason outgoing={outgoing} />
      </span>
      <Button variant="accent" size="small" tabIndex={tabIndex} onClick={() => outbox.retry(outgoing.key)}>
        <Trans>Try again</Trans>
      </Button>
      <Button variant="plain" size="small" tabIndex={tabIndex} onClick={() => outbox.discard(outgoing.key)}>
        <Trans>Delete</Trans>
      </Button>
    </div>
  );
}

function Reason({ outgoing }: { readonly outgoing: Outgoing }) {
  const { error, reason, fault } = outgoing;
  const refusalText = useRefusalText();
  if (fault === "cancelled") return <Trans>Not sent: you cancelled it</Trans>;
  if (fault === "too_big") return <TooBig outgoing={outgoing} />;
  if (reason === "BAD_MEDIA") return <Trans>Not sent: the file is damaged, or not what its name says</Trans>;
  const words = reason === undefined ? error : refusalText(reason, error);
  return <Trans>Not sent: {words}</Trans>;
}

/**
 * A body can be refused as too large although it is within the service's limits: a proxy in front of it may have a
 * lower limit, which the client does not know.
 */
function TooBig({ outgoing }: { readonly outgoing: Outgoing }) {
  const files = outgoing.files ?? [];
  const format = useFormat();
  const limits = useClientState((state) => state.me?.limits);
  for (const file of files) {
    const unfit = fileError(file, files.length > 1, limits);
    if (typeof unfit !== "object") continue;
    const most = format.size(unfit.limit);
    return <Trans>Not sent: the file is too large. This service takes at most {most}</Trans>;
  }
  const size = format.size(files.reduce((sum, each) => sum + each.size, 0));
  return <Trans>Not sent: {size} is more than gets through to this service at once</Trans>;
}

function WaitingNote({ outgoing }: { readonly outgoing: Outgoing }) {
  const { key, chat_id, files } = outgoing;
  const connecting = useLastsLongerThan(
    useClientState((state) => state.connection === "connecting"),
    CONNECTING_GRACE_MS,
  );
  // Only the first waiting message of a chat shows why it waits.
  const isFirst = useClientState(({ outbox }) => {
    const first = outbox.find((each) => each.chat_id === chat_id && each.state === "waiting");
    return first?.key === key;
  });
  const held_until_ms = useClientState(({ backoff_until }) => (isFirst ? backoff_until[chat_id] : undefined));
  // A file shows its upload progress instead.
  const unanswered = useLastsLongerThan(isFirst && !files, UNANSWERED_MS);
  if (held_until_ms !== undefined) {
    return (
      <WaitingLine outgoing={outgoing}>
        <Countdown until_ms={held_until_ms} />
      </WaitingLine>
    );
  }
  if (!connecting && !unanswered) return null;
  return (
    <WaitingLine outgoing={outgoing}>
      {connecting ? <Trans>Waiting for the connection</Trans> : <Trans>The service has not answered yet</Trans>}
    </WaitingLine>
  );
}

function WaitingLine({ outgoing, children }: { readonly outgoing: Outgoing; readonly children: ReactNode }) {
  const { outbox } = useClient();
  const tabIndex = useTabIndex();
  return (
    <div className="mt-1 flex flex-wrap items-center justify-end gap-x-2 text-sm text-soft">
      <span>{children}</span>
      <Button variant="plain" size="small" tabIndex={tabIndex} onClick={() => outbox.discard(outgoing.key)}>
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

/** Whether the condition has been true for longer than `delay_ms`. */
function useLastsLongerThan(condition: boolean, delay_ms: number): boolean {
  const { clock } = useClient().ports;
  const [long, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    return condition ? clock.after(delay_ms, () => setLong(true)) : undefined;
  }, [condition, delay_ms, clock]);
  return condition && long;
}
