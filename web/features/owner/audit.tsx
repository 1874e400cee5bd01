/** The audit log of the service, with filters. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { AuditLogEntry } from "@heliogram/shared/wire.ts";
import { Download } from "lucide-react";
import { useState } from "react";
import type { ParamsOf } from "../../core/api/api.ts";
import { useClient } from "../../core/client/context.tsx";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { startOfLocalDay_s } from "../../core/ports/local-time.ts";
import { useProviderFaults } from "../account/provider-faults.ts";
import { useAction } from "../forms/use-action.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { csvOf, readEntries } from "./audit-export.ts";
import { closed, nameOf } from "../../core/model/people/names.ts";
import { Select } from "../../ui/forms/choice.tsx";
import { useAuditLabels } from "./audit-labels.ts";
import { useFactorScopes } from "./factor-scopes.ts";
import { Facts } from "../lists/entry.tsx";
import { PagedList } from "../lists/paged-list.tsx";
import { usePages } from "../lists/use-pages.ts";

type Filter = Pick<ParamsOf<"listAudit">, "action" | "origin" | "since" | "until">;

export function Audit() {
  const { t } = useLingui();
  const { api } = useClient();
  const labels = useAuditLabels();
  const [action, setAction] = useState("");
  const [origin, setOrigin] = useState("");
  const [first, setFirst] = useState("");
  const [last, setLast] = useState("");
  const filter = {
    ...(action && { action }),
    ...(origin && { origin }),
    ...(first && { since: startOfLocalDay_s(first) }),
    ...(last && { until: startOfLocalDay_s(last, 1) }),
  } as Filter;
  const pages = usePages(
    ["owner", "audit", action, origin, first, last],
    "before",
    async (page) => (await api.call("listAudit", { ...filter, ...page })).entries,
    (entry) => entry.id,
  );
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Select
          label={t`What was done`}
          value={action}
          onChoose={setAction}
          choices={[
            { value: "", label: t`Everything` },
            ...Object.entries(labels).map(([value, label]) => ({ value, label })),
          ]}
        />
        <Select
          label={t`By whom`}
          value={origin}
          onChoose={setOrigin}
          choices={[
            { value: "", label: t`Everybody` },
            { value: "person", label: t`People` },
            { value: "bot", label: t`Bots` },
            { value: "operator", label: t`The operator` },
            { value: "stranger", label: t`Anonymous clients` },
          ]}
        />
        <DayFields first={first} last={last} onFirst={setFirst} onLast={setLast} />
      </div>
      <ExportButton filter={filter} />
      <PagedList
        label={t`Audit log`}
        pages={pages}
        keyOf={(entry) => entry.id}
        empty={<Trans>Nothing of this kind has happened.</Trans>}
      >
        {(entry) => <AuditRow entry={entry} />}
      </PagedList>
    </>
  );
}

interface DayFieldsProps {
  readonly first: string;
  readonly last: string;
  readonly onFirst: (day: string) => void;
  readonly onLast: (day: string) => void;
}

/** The first and the last day, both included. */
function DayFields({ first, last, onFirst, onLast }: DayFieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <TextField
        type="date"
        label={t`From day`}
        value={first}
        max={last === "" ? undefined : last}
        onChange={(event) => onFirst(event.target.value)}
      />
      <TextField
        type="date"
        label={t`Up to day`}
        value={last}
        min={first === "" ? undefined : first}
        onChange={(event) => onLast(event.target.value)}
      />
    </>
  );
}

/** Saves what passes the filter as a file, the newest 10,000 entries at most. */
function ExportButton({ filter }: { readonly filter: Filter }) {
  const { api, ports } = useClient();
  const { busy, start } = useAction(async () => {
    const entries = await readEntries(async (page) => (await api.call("listAudit", { ...filter, ...page })).entries);
    ports.saveFile(new Blob([csvOf(entries)], { type: "text/csv" }), "audit.csv");
  }, []);
  return (
    <Button variant="soft" disabled={busy} onClick={() => start(undefined)} className="self-start">
      <Download aria-hidden className="size-4.5" />
      <Trans>Save as a file</Trans>
    </Button>
  );
}

function AuditRow({ entry }: { readonly entry: AuditLogEntry }) {
  const format = useFormat();
  const labels = useAuditLabels();
  const { action, at, subject, detail, actor, member, client_address } = entry;
  const person = subject?.user && subject.user.id !== actor?.id ? nameOf(subject.user) : undefined;
  const about = person ?? (subject?.title === undefined ? undefined : closed(subject.title));
  return (
    <div>
      <p className="flex flex-col gap-x-3 sm:flex-row sm:items-baseline">
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <span className="font-semibold">{labels[action] ?? action}</span>
          {about !== undefined && (
            <span className="min-w-0 break-words" dir="auto">
              {about}
            </span>
          )}
        </span>
        <Time value={format.moment(at)} className="shrink-0 text-sm text-soft sm:ms-auto" />
      </p>
      <Facts
        facts={[
          <Author key="author" entry={entry} />,
          member && <bdi key="member">{nameOf(member)}</bdi>,
          client_address !== undefined && (
            <Trans key="client">
              From <bdi>{client_address}</bdi>
            </Trans>
          ),
          ...Object.entries(detail).map(([name, value]) => <Detail key={name} name={name} value={value} />),
        ]}
      />
    </div>
  );
}

function Author({ entry: { actor, origin } }: { readonly entry: AuditLogEntry }) {
  if (actor) return <Trans>By {nameOf(actor)}</Trans>;
  return origin === "operator" ? <Trans>By the operator</Trans> : <Trans>By an anonymous client</Trans>;
}

function Detail({ name, value }: { readonly name: string; readonly value: unknown }) {
  const { t } = useLingui();
  const reasons: Readonly<Record<string, string>> = {
    ...useProviderFaults(),
    "wrong password": t`Wrong password`,
    "wrong second factor": t`Wrong second factor`,
    "unknown name": t`Unknown user name`,
    "unknown passkey": t`Unknown passkey`,
    "wrong passkey": t`The passkey's answer did not fit`,
    "passkey counter": t`The passkey may have been copied`,
    suspended: t`Suspended`,
  };
  const scopes: Readonly<Record<string, string>> = useFactorScopes();
  const shown = Array.isArray(value) ? value.join(", ") : String(value);
  if (shown === "" || value === false) return null;
  switch (name) {
    case "device":
      return <Trans>On {shown}</Trans>;
    case "changed":
      return <Trans>Changed: {shown}</Trans>;
    case "username":
      return <bdi>@{shown}</bdi>;
    case "provider":
      return (
        <Trans>
          With <bdi>{shown}</bdi>
        </Trans>
      );
    case "required_of":
      return scopes[shown] ?? shown;
    case "makes_owner":
      return <Trans>With ownership</Trans>;
    case "reason":
      return reasons[shown] ?? shown;
    default:
      return shown;
  }
}
