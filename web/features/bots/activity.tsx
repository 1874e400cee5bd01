/** What one of the user's own bots has called and received lately, and what went wrong. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { BotActivity, BotCall } from "@heliogram/shared/wire.ts";
import type { ReactNode } from "react";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { FactList } from "../../ui/display/fact-list.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { useErrorMessage } from "../rights/use-error-message.ts";
import { ActivityList } from "./activity-list.tsx";
import { CallRow, UpdateRow } from "./activity-rows.tsx";
import { useBotActivity } from "./use-bot-activity.ts";

export function Activity({ bot_id }: { readonly bot_id: number }) {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const { activity, error } = useBotActivity(bot_id);
  if (!activity && error)
    return (
      <p role="alert" className="text-danger">
        {errorMessage(error)}
      </p>
    );
  if (!activity) return <Skeleton className="h-64" />;
  const { calls, updates } = activity;
  return (
    <div className="flex flex-col gap-5">
      <Facts activity={activity} />
      <ActivityList
        label={t`Last calls`}
        entries={calls}
        identify={({ trace_id, at_ms }) => `${trace_id} ${at_ms}`}
        empty={<Trans>It has called nothing yet.</Trans>}
      >
        {(call) => <CallRow call={call} />}
      </ActivityList>
      <ActivityList
        label={t`Last updates`}
        entries={updates}
        identify={({ trace_id, at_ms, update_id }) => `${update_id ?? trace_id} ${at_ms}`}
        empty={<Trans>There was nothing for it yet.</Trans>}
      >
        {(update) => <UpdateRow update={update} />}
      </ActivityList>
      <Scope activity={activity} />
    </div>
  );
}

function Facts({ activity }: { readonly activity: BotActivity }) {
  const format = useFormat();
  const { webhook, pending_update_count, calls, last_failed_call } = activity;
  const { expired_update_count, last_error_message, last_error_date } = webhook ?? {};
  const [last] = calls;
  return (
    <FactList
      facts={[
        [<Trans key="by">Receives updates</Trans>, webhook ? <Webhook url={webhook.url} /> : <Polling {...activity} />],
        [<Trans key="waiting">Updates waiting</Trans>, format.count(pending_update_count)],
        expired_update_count !== undefined && [
          <Trans key="expired">Updates lost</Trans>,
          <Plural
            key="count"
            value={expired_update_count}
            one="# was not delivered within a day"
            other="# were not delivered within a day"
          />,
        ],
        last !== undefined && [<Trans key="call">Last call</Trans>, <CallSummary key="last" call={last} />],
        last_failed_call !== undefined && [
          <Trans key="failed">Last failed call</Trans>,
          <CallSummary key="last" call={last_failed_call} />,
        ],
        last_error_message !== undefined && [
          <Trans key="error">Last error of the webhook</Trans>,
          <Failure key="text" at={<Time value={format.exactMoment(last_error_date! * 1000)} />}>
            {last_error_message}
          </Failure>,
        ],
      ]}
    />
  );
}

function Webhook({ url }: { readonly url: string }) {
  return (
    <Trans>
      at its webhook{" "}
      <span dir="ltr" className="font-mono text-sm">
        {url}
      </span>
    </Trans>
  );
}

function Polling({ is_polling, last_poll_ms, since_ms }: BotActivity) {
  const format = useFormat();
  if (is_polling) return <Trans>by polling: it waits for them now</Trans>;
  if (last_poll_ms !== undefined)
    return (
      <Trans>
        by polling, last at <Time value={format.exactMoment(last_poll_ms)} />
      </Trans>
    );
  return (
    <Trans>
      by polling, but not since <Time value={format.exactMoment(since_ms)} />
    </Trans>
  );
}

function CallSummary({ call: { method, at_ms, error } }: { readonly call: BotCall }) {
  const format = useFormat();
  return (
    <>
      <code dir="ltr" className="text-sm">
        {method}
      </code>{" "}
      <Time value={format.exactMoment(at_ms)} className="text-soft" />
      {error !== undefined && <Failure>{error}</Failure>}
    </>
  );
}

function Failure({ at, children }: { readonly at?: ReactNode; readonly children: ReactNode }) {
  return (
    <>
      {at !== undefined && <span className="text-soft">{at}</span>}
      <span className="block text-sm text-danger">
        <bdi dir="ltr">{children}</bdi>
      </span>
    </>
  );
}

/** Since when, and where, this is recorded. */
function Scope({ activity: { since_ms, node_count } }: { readonly activity: BotActivity }) {
  const format = useFormat();
  return (
    <p className="text-sm text-soft">
      <Trans>
        Recorded since <Time value={format.exactMoment(since_ms)} />, without the content of calls and updates.
      </Trans>
      {node_count > 1 && (
        <>
          {" "}
          <Trans>
            The service runs on {format.count(node_count)} nodes: calls and deliveries are those of the one that
            answers.
          </Trans>
        </>
      )}
    </p>
  );
}
