/** Attempts to deliver updates to webhooks. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { WebhookAttempt } from "@heliogram/shared/wire.ts";
import { callDeveloper, type AttemptFilter } from "../../core/api/developer-api.ts";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { Tag } from "../../ui/display/tag.tsx";
import { FactList } from "../../ui/display/fact-list.tsx";
import { BotFilter, Filters, TextFilter } from "./filters.tsx";
import { JsonView } from "./json-view.tsx";
import type { LogSource } from "./live-log.ts";
import { LogList } from "./log-list.tsx";
import { RedeliverButton, WebhookList } from "./webhook-control.tsx";
import { PreviewList } from "./preview-list.tsx";
import { ENTRY_LINK, EntryLinks, LogPanes } from "./log-panes.tsx";
import { useIsReadOnly } from "./read-only.ts";
import { attemptFilter } from "./search.ts";
import { OutcomeTag } from "./tags.tsx";
import { useAccounts } from "./use-accounts.ts";
import { useDeveloperSearch } from "./use-developer-search.ts";
import { useLiveLog } from "./use-live-log.ts";

const PATH = "/developer/webhooks";
/** Fewer than of other lists, as each has its bodies. */
const MOST_ATTEMPTS = 200;
const FILTERS = ["bot", "update"] as const;

const ATTEMPTS: LogSource<WebhookAttempt, AttemptFilter> = {
  most: MOST_ATTEMPTS,
  orderOf: ({ id }) => id,
  async read(filter, page, signal) {
    const params = { ...filter, ...page };
    const { attempts, revision, log } = await callDeveloper("listWebhookAttempts", params, signal);
    return { entries: attempts, revision, log };
  },
};

export function WebhooksPage() {
  const { t } = useLingui();
  const search = useDeveloperSearch();
  const { name } = useAccounts();
  const log = useLiveLog(ATTEMPTS, attemptFilter(search));
  const isReadOnly = useIsReadOnly();
  const selected = log.entries?.find(({ id }) => id === search.entry);
  return (
    <LogPanes
      list={
        <>
          <Filters to={PATH} names={FILTERS}>
            <BotFilter />
            <TextFilter
              label={t`Number of the update`}
              numeric
              value={search.update === undefined ? "" : String(search.update)}
              change={(typed) => ({ update: /^\d{1,15}$/.test(typed) ? Number(typed) : undefined })}
            />
          </Filters>
          <WebhookList />
          {!isReadOnly && <PreviewList />}
          <LogList
            label={t`Attempts`}
            selected={search.entry}
            log={log}
            empty={<Trans>Nothing of this kind was sent to a webhook yet.</Trans>}
          >
            {(attempt) => <AttemptRow attempt={attempt} name={name} />}
          </LogList>
        </>
      }
      details={selected && <AttemptDetails attempt={selected} />}
    />
  );
}

function AttemptRow({ attempt, name }: { readonly attempt: WebhookAttempt; readonly name: (id: number) => string }) {
  const format = useFormat();
  const { update_id, attempt: number, bot_id, duration_ms, at_ms, redelivery_of } = attempt;
  return (
    <>
      <span className="flex items-center gap-2">
        <span className="min-w-0 truncate font-semibold">
          <Trans>
            Update {update_id}, attempt {number}
          </Trans>
        </span>
        <span className="ms-auto">
          <OutcomeTag attempt={attempt} />
        </span>
      </span>
      <span className="flex items-center gap-2 text-sm text-soft">
        <bdi className="min-w-0 truncate">{name(bot_id)}</bdi>
        {redelivery_of !== undefined && (
          <Tag>
            <Trans>Sent again</Trans>
          </Tag>
        )}
        {duration_ms !== undefined && (
          <span className="ms-auto shrink-0 tabular-nums">{format.milliseconds(duration_ms)}</span>
        )}
        <Time value={format.exactTime(at_ms)} className="shrink-0 tabular-nums" />
      </span>
    </>
  );
}

function AttemptDetails({ attempt }: { readonly attempt: WebhookAttempt }) {
  const isReadOnly = useIsReadOnly();
  const { update_id, attempt: number, request_headers, request_body, response_headers, response_body } = attempt;
  return (
    <>
      <header className="flex flex-wrap items-center gap-2">
        <h2 className="text-lg font-semibold">
          <Trans>
            Update {update_id}, attempt {number}
          </Trans>
        </h2>
        <OutcomeTag attempt={attempt} />
      </header>
      <AttemptFacts attempt={attempt} />
      <EntryLinks>
        {!isReadOnly && <RedeliverButton attempt={attempt} />}
        <Link to="/developer/webhooks" search={{ bot: attempt.bot_id, update: update_id }} className={ENTRY_LINK}>
          <Trans>All attempts of this update</Trans>
        </Link>
        <Link to="/developer/updates" search={{ bot: attempt.bot_id }} className={ENTRY_LINK}>
          <Trans>Updates of this bot</Trans>
        </Link>
      </EntryLinks>
      <JsonView title={<Trans>Headers of the request</Trans>} value={request_headers} />
      <JsonView title={<Trans>Body of the request</Trans>} value={request_body} />
      {response_headers && <JsonView title={<Trans>Headers of the response</Trans>} value={response_headers} />}
      {response_body !== undefined && response_body !== "" && (
        <JsonView title={<Trans>Body of the response</Trans>} value={response_body} />
      )}
    </>
  );
}

function AttemptFacts({ attempt }: { readonly attempt: WebhookAttempt }) {
  const format = useFormat();
  const { name } = useAccounts();
  const { bot_id, url, at_ms, duration_ms, error, next_attempt_ms } = attempt;
  return (
    <FactList
      facts={[
        [<Trans key="bot">Bot</Trans>, <bdi key="name">{name(bot_id)}</bdi>],
        [
          <Trans key="address">Address</Trans>,
          <span key="url" dir="ltr">
            {url}
          </span>,
        ],
        [<Trans key="at">At</Trans>, <Time key="time" value={format.exactMoment(at_ms)} />],
        duration_ms !== undefined && [<Trans key="took">Took</Trans>, format.milliseconds(duration_ms)],
        error !== undefined && [
          <Trans key="error">Error</Trans>,
          <span key="text" dir="ltr">
            {error}
          </span>,
        ],
        next_attempt_ms !== undefined && [
          <Trans key="next">Next attempt</Trans>,
          <Time key="time" value={format.exactMoment(next_attempt_ms)} />,
        ],
      ]}
    />
  );
}
