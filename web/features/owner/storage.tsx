/** The service's use of storage, and the free space on the disk. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useId, type ReactNode } from "react";
import { useClient } from "../../core/client/context.tsx";
import { useErrorMessage } from "../rights/use-error-message.ts";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { Section } from "../../ui/layout/page.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { TestMail } from "./test-mail.tsx";
import { useStorageLabels } from "./use-storage-labels.ts";

/** Beside the storage: a test mail, where the service sends mail. */
export function StoragePage() {
  return (
    <>
      <Storage />
      <TestMail />
    </>
  );
}

function Storage() {
  const { api } = useClient();
  const format = useFormat();
  const errorMessage = useErrorMessage();
  const storageLabel = useStorageLabels();
  const { data, error } = useQuery({ queryKey: ["owner", "storage"], queryFn: () => api.call("getStorageUse", {}) });
  if (error)
    return (
      <p role="alert" className="rounded-2xl bg-surface p-5 text-danger">
        {errorMessage(error)}
      </p>
    );
  if (!data) return <Skeleton className="h-64 rounded-2xl" />;
  const { disk, files, temporary, database_bytes, measured_at } = data;
  const kinds = files.kinds.toSorted((a, b) => b.bytes - a.bytes);
  const largest = Math.max(1, database_bytes, temporary.bytes, ...kinds.map((kind) => kind.bytes));
  const used = disk.total_bytes === 0 ? 0 : (disk.total_bytes - disk.free_bytes) / disk.total_bytes;
  const free = format.size(disk.free_bytes);
  const total = format.size(disk.total_bytes);
  const measured = <Time value={format.moment(measured_at)} />;
  return (
    <>
      <Section title={<Trans>The disk</Trans>}>
        <Amount label={<Trans>Taken up, by everything on it</Trans>} value={format.percent(used)} share={used} />
        <p className="mt-2 text-sm text-soft">
          <Trans>
            {free} of {total} are free.
          </Trans>
        </p>
      </Section>
      <Section title={<Trans>This service</Trans>}>
        <div className="flex flex-col gap-4">
          <Amount
            label={<Trans>Database</Trans>}
            value={format.size(database_bytes)}
            share={database_bytes / largest}
          />
          {kinds.map(({ kind, count, bytes }) => (
            <Amount
              key={kind}
              label={storageLabel(kind)}
              note={<Plural value={count} one="# file" other="# files" />}
              value={format.size(bytes)}
              share={bytes / largest}
            />
          ))}
          <Amount
            label={<Trans>Uploads under way</Trans>}
            note={<Plural value={temporary.count} one="# file" other="# files" />}
            value={format.size(temporary.bytes)}
            share={temporary.bytes / largest}
          />
        </div>
        <p className="mt-4 text-sm text-soft">
          <Trans>Measured {measured}.</Trans>
        </p>
      </Section>
    </>
  );
}

interface AmountProps {
  readonly label: ReactNode;
  readonly note?: ReactNode;
  readonly value: string;
  /** 0 to 1; the bar is full at 1. */
  readonly share: number;
}

function Amount({ label, note, value, share }: AmountProps) {
  const { t } = useLingui();
  const id = useId();
  const percent = Math.round(share * 100);
  return (
    <div>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <span id={id} className="font-medium">
          {label}
        </span>
        {note && <span className="text-sm text-soft">{note}</span>}
        <span className="ms-auto tabular-nums">{value}</span>
      </div>
      <div
        role="meter"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={t`${value}, ${percent} % of the bar`}
        className="mt-1.5 h-2 overflow-hidden rounded-full bg-hover"
      >
        <div
          className="h-full rounded-full bg-accent-fill"
          style={{ inlineSize: `${Math.max(percent, share > 0 ? 1 : 0)}%` }}
        />
      </div>
    </div>
  );
}
