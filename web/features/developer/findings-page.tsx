/** Mistakes of bots that the linter has found in the recorded calls and updates. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import type { Finding } from "@heliogram/shared/wire.ts";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { Facts } from "../lists/entry.tsx";
import { useErrorMessage } from "../rights/use-error-message.ts";
import { Tag } from "../../ui/display/tag.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { arrowList } from "../../ui/focus/arrow-list.ts";
import { BotFilter } from "./filters.tsx";
import { ENTRY_LINK } from "./log-panes.tsx";
import { PageColumn } from "./page-column.tsx";
import { useIsReadOnly } from "./read-only.ts";
import { useAccounts } from "./use-accounts.ts";
import { useDeveloperSearch } from "./use-developer-search.ts";
import { withVisibleControls } from "./visible-controls.ts";
import { useWorld } from "./use-world.ts";

/** How often the records are examined while the page is shown. */
const REFRESH_MS = 1000;
/** The same while others use the service too: it examines everything that is recorded. */
const SERVICE_REFRESH_MS = 5000;

export function FindingsPage() {
  const { t } = useLingui();
  const { bot } = useDeveloperSearch();
  const { call, key } = useWorld();
  const isReadOnly = useIsReadOnly();
  const { data, error } = useQuery({
    queryKey: key("findings", bot),
    queryFn: async ({ signal }) => (await call("listFindings", { bot }, signal)).findings,
    refetchInterval: isReadOnly ? SERVICE_REFRESH_MS : REFRESH_MS,
  });
  return (
    <PageColumn>
      <p className="text-soft">
        <Trans>Mistakes of bots in the calls and updates that are recorded, each with its newest example.</Trans>
      </p>
      <div className="max-w-xs">
        <BotFilter />
      </div>
      {error && <ErrorNote error={error} />}
      {!data && !error && <Skeleton className="h-40" />}
      {data?.length === 0 && (
        <p className="flex items-center gap-2 py-6 text-soft">
          <CircleCheck aria-hidden className="size-5 text-good" />
          <Trans>No mistake is found.</Trans>
        </p>
      )}
      <ul ref={arrowList} aria-label={t`Findings`} className="flex flex-col gap-3 empty:hidden">
        {data?.map((finding) => (
          <FindingRow key={`${finding.rule} ${finding.bot_id} ${finding.subject ?? ""}`} finding={finding} />
        ))}
      </ul>
    </PageColumn>
  );
}

function FindingRow({ finding }: { readonly finding: Finding }) {
  const format = useFormat();
  const { name } = useAccounts();
  const { rule, bot_id, count, last_at_ms, message } = finding;
  const time = <Time key="at" value={format.exactMoment(last_at_ms)} />;
  return (
    <li className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-4">
      <p className="flex flex-wrap items-center gap-2">
        <SeverityTag severity={finding.severity} />
        <bdi className="min-w-0 truncate font-semibold">{name(bot_id)}</bdi>
        <code dir="ltr" className="min-w-0 text-sm text-soft [overflow-wrap:anywhere]">
          {rule}
        </code>
      </p>
      {/* The service's sentences are in English, as those of its errors are. */}
      <p dir="ltr" lang="en" className="text-start [overflow-wrap:anywhere]">
        {withVisibleControls(message)}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Facts
          facts={[
            <Plural key="count" value={count} one="Once" other="# times" />,
            count === 1 ? time : <Trans key="last">The last time {time}</Trans>,
          ]}
        />
        <EvidenceLink finding={finding} />
      </div>
    </li>
  );
}

function SeverityTag({ severity }: Pick<Finding, "severity">): ReactNode {
  if (severity === "error")
    return (
      <Tag variant="danger">
        <Trans>Error</Trans>
      </Tag>
    );
  if (severity === "warning")
    return (
      <Tag variant="accent">
        <Trans>Warning</Trans>
      </Tag>
    );
  return (
    <Tag>
      <Trans>Note</Trans>
    </Tag>
  );
}

/** To the newest example. */
function EvidenceLink({ finding: { example, bot_id, trace_id } }: { readonly finding: Finding }) {
  if (trace_id === undefined) return null;
  if (example === "update")
    return (
      <Link to="/developer/updates" search={{ bot: bot_id, trace: trace_id, open: true }} className={ENTRY_LINK}>
        <Trans>Show the update</Trans>
      </Link>
    );
  return (
    <Link to="/developer" search={{ bot: bot_id, trace: trace_id, open: true }} className={ENTRY_LINK}>
      <Trans>Show the call</Trans>
    </Link>
  );
}

function ErrorNote({ error }: { readonly error: unknown }) {
  const errorMessage = useErrorMessage();
  return (
    <p role="alert" className="text-danger">
      {errorMessage(error)}
    </p>
  );
}
