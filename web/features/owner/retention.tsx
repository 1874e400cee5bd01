/** How long the service keeps data, what a change would delete, and what is under legal hold. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { RetentionPreview, ServiceRetention } from "@heliogram/shared/wire.ts";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useClient } from "../../core/client/context.tsx";
import { useFormat } from "../../i18n/format.ts";
import { FormError } from "../forms/form-error.tsx";
import { useAction } from "../forms/use-action.ts";
import { useForm } from "../forms/use-form.ts";
import { useErrorMessage } from "../rights/use-error-message.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { Section } from "../../ui/layout/page.tsx";
import { Alert } from "../../ui/overlays/alert.tsx";
import { Holds } from "./holds.tsx";

const KEY = ["owner", "retention"];
const FIELDS = [
  "messages_days",
  "media_days",
  "updates_hours",
  "audit_days",
  "chat_min_days",
  "chat_max_days",
] as const;

export function Retention() {
  const { api } = useClient();
  const errorMessage = useErrorMessage();
  const { data, error } = useQuery({ queryKey: KEY, queryFn: () => api.call("getRetention", {}) });
  if (error)
    return (
      <p role="alert" className="rounded-2xl bg-surface p-5 text-danger">
        {errorMessage(error)}
      </p>
    );
  if (!data) return <Skeleton className="h-96 rounded-2xl" />;
  return (
    <>
      <Section title={<Trans>How long data is kept</Trans>}>
        <PeriodsForm key={JSON.stringify(data)} before={data} />
      </Section>
      <Section title={<Trans>Legal holds</Trans>}>
        <Holds />
      </Section>
    </>
  );
}

/** Periods that wait for a confirmation, and what they would delete. */
interface Question {
  readonly periods: ServiceRetention;
  readonly preview: RetentionPreview;
}

function PeriodsForm({ before }: { readonly before: ServiceRetention }) {
  const { t } = useLingui();
  const { api } = useClient();
  const [question, setQuestion] = useState<Question>();
  const { start } = useAction((periods: ServiceRetention) => api.call("setRetention", periods), KEY);
  const form = useForm(async (fields) => {
    const given = FIELDS.flatMap((name) => (fields[name] ? [[name, Number(fields[name])] as const] : []));
    const periods: ServiceRetention = Object.fromEntries(given);
    setQuestion({ periods, preview: await api.call("previewRetention", periods) });
  });
  const labels = useFieldLabels();
  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-4">
      <p className="text-sm text-soft">
        <Trans>Nothing is deleted where a field is empty. What was deleted cannot be restored.</Trans>
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        {FIELDS.map((name) => (
          <TextField
            key={name}
            name={name}
            type="number"
            inputMode="numeric"
            min={1}
            defaultValue={before[name] ?? ""}
            {...labels[name]}
          />
        ))}
      </div>
      <FormError error={form.error} />
      <Button type="submit" disabled={form.busy} className="self-end">
        <Trans>Save</Trans>
      </Button>
      <Alert
        open={question !== undefined}
        onClose={() => setQuestion(undefined)}
        title={t`Keep data for so long?`}
        close={t`Cancel`}
        action={{ label: t`Save`, onDo: () => question && start(question.periods) }}
      >
        {question && <Preview preview={question.preview} />}
      </Alert>
    </form>
  );
}

function useFieldLabels() {
  const { t } = useLingui();
  return {
    messages_days: { label: t`Days for messages`, hint: t`Of all chats without a period of their own.` },
    media_days: { label: t`Days for messages with a file`, hint: t`They are deleted with their caption.` },
    updates_hours: { label: t`Hours for updates of bots`, hint: t`24 if it is empty.` },
    audit_days: { label: t`Days for the audit log`, hint: t`At least 30.` },
    chat_min_days: {
      label: t`Shortest period of a chat, in days`,
      hint: t`If it is empty, owners of chats choose none.`,
    },
    chat_max_days: { label: t`Longest period of a chat, in days`, hint: t`If it is empty, the period above.` },
  };
}

function Preview({ preview }: { readonly preview: RetentionPreview }) {
  const format = useFormat();
  const { messages, files, bytes, updates, audit_entries, is_partial } = preview;
  const size = format.size(bytes);
  const lines: [string, ReactNode][] = [
    ["messages", <Plural key="messages" value={messages} one="# message" other="# messages" />],
    ["files", <Plural key="files" value={files} one={`# file, ${size}`} other={`# files, ${size}`} />],
    ["updates", <Plural key="updates" value={updates} one="# update of a bot" other="# updates of bots" />],
    [
      "audit",
      <Plural key="audit" value={audit_entries} one="# entry of the audit log" other="# entries of the audit log" />,
    ],
  ];
  return (
    <div className="flex flex-col gap-2">
      <p>{is_partial ? <Trans>This is deleted, and more:</Trans> : <Trans>This is deleted:</Trans>}</p>
      <ul className="list-disc ps-5">
        {lines.map(([name, line]) => (
          <li key={name}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
