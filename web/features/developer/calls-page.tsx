/** The calls of bots and people, as they are answered. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { RecordedCall } from "@heliogram/shared/wire.ts";
import { callDeveloper, type CallFilter } from "../../core/api/developer-api.ts";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { useErrorToast } from "../rights/use-error-message.ts";
import { Tag } from "../../ui/display/tag.tsx";
import { Select, Switch } from "../../ui/forms/choice.tsx";
import { CallDetails } from "./call-details.tsx";
import { BotFilter, ChatFilter, Filters, TextFilter, useSetFilter } from "./filters.tsx";
import type { LogSource } from "./live-log.ts";
import { LogList } from "./log-list.tsx";
import { LogPanes } from "./log-panes.tsx";
import { useIsReadOnly } from "./read-only.ts";
import { callFilter } from "./search.ts";
import { StatusTag } from "./tags.tsx";
import { useAccounts } from "./use-accounts.ts";
import { useDeveloperSearch, useOpenOldest } from "./use-developer-search.ts";
import { useLiveLog } from "./use-live-log.ts";
import { useWorld } from "./use-world.ts";

const PATH = "/developer";
const MOST_CALLS = 1000;
const FILTERS = ["api", "bot", "method", "code", "chat", "message", "trace", "own", "people", "assistant"] as const;

export const CALLS: LogSource<RecordedCall, CallFilter> = {
  most: MOST_CALLS,
  // A long poll that ends is news, however long ago it began.
  orderOf: ({ revision }) => revision,
  async read(filter, page, signal) {
    const { calls, revision, log } = await callDeveloper("listCalls", { ...filter, ...page }, signal);
    return { entries: calls, revision, log };
  },
};

export function CallsPage() {
  const { t } = useLingui();
  const search = useDeveloperSearch();
  const { name } = useAccounts();
  const log = useLiveLog(CALLS, callFilter(search));
  const isReadOnly = useIsReadOnly();
  useOpenOldest(log.entries, search.open);
  return (
    <LogPanes
      list={
        <>
          <Filters to={PATH} names={FILTERS} action={isReadOnly ? undefined : <RecordingSwitch />}>
            <CallFilters />
          </Filters>
          <LogList
            label={t`Calls`}
            selected={search.entry}
            log={log}
            empty={<Trans>Nobody has called anything of this kind yet.</Trans>}
          >
            {(call) => <CallRow call={call} name={name} />}
          </LogList>
        </>
      }
      details={
        search.entry === undefined ? undefined : <CallDetails key={search.entry} id={search.entry} log={log.log} />
      }
    />
  );
}

export function CallRow({ call, name }: { readonly call: RecordedCall; readonly name: (id: number) => string }) {
  const format = useFormat();
  const { method, status, account_id, at_ms, duration_ms, fault } = call;
  return (
    <>
      <span className="flex items-center gap-2">
        <span dir="ltr" className="min-w-0 truncate font-mono text-sm font-semibold">
          {method}
        </span>
        {fault !== undefined && (
          <Tag variant="accent">
            <Trans>Fault</Trans>
          </Tag>
        )}
        <span className="ms-auto">
          <StatusTag status={status} />
        </span>
      </span>
      <span className="flex items-center gap-2 text-sm text-soft">
        <bdi className="min-w-0 truncate">{account_id === undefined ? <Trans>Unknown</Trans> : name(account_id)}</bdi>
        <span className="ms-auto shrink-0 tabular-nums">{format.milliseconds(duration_ms)}</span>
        <Time value={format.exactTime(at_ms)} className="shrink-0 tabular-nums" />
      </span>
    </>
  );
}

function CallFilters() {
  const { t } = useLingui();
  const search = useDeveloperSearch();
  const { api, method = "", code, trace = "", own = false, assistant = false } = search;
  const setFilter = useSetFilter();
  const isReadOnly = useIsReadOnly();
  return (
    <>
      <BotFilter />
      <Select
        label={t`Called by`}
        value={api ?? ""}
        onChoose={(chosen) => setFilter({ api: chosen === "" ? undefined : chosen })}
        choices={[
          { value: "", label: t`All` },
          { value: "bot", label: t`Bots` },
          { value: "webhook", label: t`Bots, in a webhook's response` },
          ...(isReadOnly ? [] : [{ value: "person" as const, label: t`People` }]),
        ]}
      />
      <TextFilter label={t`Method`} value={method} change={(typed) => ({ method: typed })} />
      <TextFilter
        label={t`Status`}
        numeric
        value={code === undefined ? "" : String(code)}
        change={(typed) => ({ code: /^\d{3}$/.test(typed) ? Number(typed) : undefined })}
      />
      <ChatFilter />
      <TextFilter label={t`Trace`} value={trace} change={(typed) => ({ trace: typed })} />
      <Switch
        label={<Trans>Also calls of the assistant</Trans>}
        checked={assistant}
        onChange={(checked) => setFilter({ assistant: checked ? true : undefined })}
      />
      {!isReadOnly && (
        <Switch
          label={<Trans>Also calls of people</Trans>}
          checked={callFilter(search).people ?? true}
          onChange={(checked) => setFilter({ people: checked ? true : undefined })}
        />
      )}
      {!isReadOnly && (
        <Switch
          label={<Trans>Also calls of these pages</Trans>}
          checked={own}
          onChange={(checked) => setFilter({ own: checked ? true : undefined })}
        />
      )}
    </>
  );
}

function RecordingSwitch() {
  const queries = useQueryClient();
  const showErrorToast = useErrorToast();
  const { call, key } = useWorld();
  const queryKey = key("recording");
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => call("getRecording", {}, signal) });
  const { mutate } = useMutation({
    mutationFn: (bodies: boolean) => call("setRecording", { bodies }),
    onError: showErrorToast,
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  return <Switch label={<Trans>Record bodies</Trans>} checked={data?.bodies ?? true} onChange={mutate} />;
}
