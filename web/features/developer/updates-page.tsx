/** The updates of bots: what has become of each, or why it was not made. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { RecordedUpdate } from "@heliogram/shared/wire.ts";
import { callDeveloper, type UpdateFilter } from "../../core/api/developer-api.ts";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { Switch } from "../../ui/forms/choice.tsx";
import { BotFilter, ChatFilter, Filters, TextFilter, useSetFilter } from "./filters.tsx";
import type { LogSource } from "./live-log.ts";
import { LogList } from "./log-list.tsx";
import { LogPanes } from "./log-panes.tsx";
import { updateFilter } from "./search.ts";
import { UpdateDetails } from "./update-details.tsx";
import { StateTag } from "./tags.tsx";
import { useAccounts } from "./use-accounts.ts";
import { useDeveloperSearch, useOpenOldest } from "./use-developer-search.ts";
import { useLiveLog } from "./use-live-log.ts";
import { useNotMadeReason } from "./use-update-texts.ts";

const PATH = "/developer/updates";
const MOST_UPDATES = 1000;
const FILTERS = ["bot", "chat", "message", "missing", "trace"] as const;

export const UPDATES: LogSource<RecordedUpdate, UpdateFilter> = {
  most: MOST_UPDATES,
  orderOf: ({ id }) => id,
  async read(filter, page, signal) {
    const { updates, revision, log } = await callDeveloper("listUpdates", { ...filter, ...page }, signal);
    return { entries: updates, revision, log };
  },
};

export function UpdatesPage() {
  const { t } = useLingui();
  const search = useDeveloperSearch();
  const setFilter = useSetFilter();
  const { name } = useAccounts();
  const log = useLiveLog(UPDATES, updateFilter(search));
  useOpenOldest(log.entries, search.open);
  const selected = log.entries?.find(({ id }) => id === search.entry);
  return (
    <LogPanes
      list={
        <>
          <Filters to={PATH} names={FILTERS}>
            <BotFilter />
            <ChatFilter />
            <TextFilter label={t`Trace`} value={search.trace ?? ""} change={(typed) => ({ trace: typed })} />
            <Switch
              label={<Trans>Only updates that were not made</Trans>}
              checked={search.missing === true}
              onChange={(checked) => setFilter({ missing: checked ? true : undefined })}
            />
          </Filters>
          <LogList
            label={t`Updates`}
            selected={search.entry}
            log={log}
            empty={<Trans>Nothing of this kind has happened that a bot could be told of.</Trans>}
          >
            {(update) => <UpdateRow update={update} name={name} />}
          </LogList>
        </>
      }
      details={selected && <UpdateDetails update={selected} log={log.log} />}
    />
  );
}

export function UpdateRow({
  update,
  name,
}: {
  readonly update: RecordedUpdate;
  readonly name: (id: number) => string;
}) {
  const format = useFormat();
  const notMadeReason = useNotMadeReason();
  const { kind, bot_id, at_ms, reason } = update;
  return (
    <>
      <span className="flex items-center gap-2">
        <span dir="ltr" className="min-w-0 truncate font-mono text-sm font-semibold">
          {kind}
        </span>
        <span className="ms-auto">
          <StateTag update={update} />
        </span>
      </span>
      <span className="flex items-center gap-2 text-sm text-soft">
        <bdi className="shrink-0">{name(bot_id)}</bdi>
        {reason !== undefined && <span className="min-w-0 truncate">{notMadeReason(reason)}</span>}
        <Time value={format.exactTime(at_ms)} className="ms-auto shrink-0 tabular-nums" />
      </span>
    </>
  );
}
