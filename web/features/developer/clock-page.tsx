/** The clock of the service: stopped, advanced, and set to the next timer. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FastForward, Pause, Play, SkipForward } from "lucide-react";
import { useState, type FormEvent } from "react";
import type { ClockState } from "@heliogram/shared/wire.ts";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { useErrorToast } from "../rights/use-error-message.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Tag } from "../../ui/display/tag.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Select } from "../../ui/forms/choice.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { Section } from "../../ui/layout/page.tsx";
import { FactList } from "../../ui/display/fact-list.tsx";

import { PageColumn } from "./page-column.tsx";
import { useWorld } from "./use-world.ts";

const REFRESH_MS = 1000;
const SECONDS = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 } as const;
type Unit = keyof typeof SECONDS;
/** As far as the service advances its clock at a time: 31 days. */
const MAX_S = 31 * SECONDS.days;

export function ClockPage() {
  const { call, key } = useWorld();
  const { data } = useQuery({
    queryKey: key("clock"),
    queryFn: ({ signal }) => call("getClock", {}, signal),
    refetchInterval: REFRESH_MS,
  });
  const { start, busy } = useSetClock();
  return (
    <PageColumn>
      <Section title={<Trans>The clock of the service</Trans>}>
        {data ? <CurrentTime clock={data} /> : <Skeleton className="h-24" />}
        <div className="mt-4 flex flex-wrap gap-2">
          {data?.is_frozen === true ? (
            <Button variant="soft" disabled={busy} onClick={() => start(() => call("resumeClock", {}))}>
              <Play aria-hidden className="size-4 rtl:-scale-x-100" />
              <Trans>Let it go on</Trans>
            </Button>
          ) : (
            <Button variant="soft" disabled={busy} onClick={() => start(() => call("freezeClock", {}))}>
              <Pause aria-hidden className="size-4" />
              <Trans>Freeze</Trans>
            </Button>
          )}
          <Button variant="soft" disabled={busy} onClick={() => start(() => call("runToNextTimer", {}))}>
            <SkipForward aria-hidden className="size-4 rtl:-scale-x-100" />
            <Trans>Run to the next timer</Trans>
          </Button>
        </div>
      </Section>
      <Section
        title={<Trans>Advance</Trans>}
        hint={
          <Trans>
            Restrictions end, long polls return, webhook deliveries are repeated and rate limits refill by this clock.
          </Trans>
        }
      >
        <AdvanceForm busy={busy} onAdvance={(seconds) => start(() => call("advanceClock", { seconds }))} />
      </Section>
    </PageColumn>
  );
}

function useSetClock() {
  const { key } = useWorld();
  const queryKey = key("clock");
  const queries = useQueryClient();
  const showErrorToast = useErrorToast();
  const { isPending, mutate } = useMutation({
    mutationFn: async (change: () => Promise<ClockState>) => {
      // An answer that is still on its way would show the time from before.
      await queries.cancelQueries({ queryKey });
      return change();
    },
    onSuccess: (clock) => queries.setQueryData(queryKey, clock),
    onError: showErrorToast,
  });
  return { busy: isPending, start: mutate };
}

function CurrentTime({ clock }: { readonly clock: ClockState }) {
  const format = useFormat();
  const { now_ms, ahead_ms, is_frozen, next_timer_ms } = clock;
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-3">
        <Time value={format.exactMoment(now_ms)} className="text-2xl font-semibold tabular-nums" />
        <span role="status">
          {is_frozen && (
            <Tag variant="accent">
              <Trans>Frozen</Trans>
            </Tag>
          )}
        </span>
      </p>
      <FactList
        facts={[
          [
            <Trans key="ahead">Ahead of the machine by</Trans>,
            ahead_ms < 0 ? <Trans key="value">nothing</Trans> : format.wait(ahead_ms / 1000),
          ],
          [
            <Trans key="next">Next timer in</Trans>,
            next_timer_ms === undefined ? (
              <Trans key="value">No timer waits.</Trans>
            ) : (
              format.wait(next_timer_ms / 1000)
            ),
          ],
        ]}
      />
    </div>
  );
}

interface AdvanceFormProps {
  readonly busy: boolean;
  readonly onAdvance: (seconds: number) => void;
}

function AdvanceForm({ busy, onAdvance }: AdvanceFormProps) {
  const { t } = useLingui();
  const [amount, setAmount] = useState("1");
  const [unit, setUnit] = useState<Unit>("minutes");
  const seconds = Number(amount) * SECONDS[unit];
  const isPossible = seconds > 0 && seconds <= MAX_S;
  const error = amount === "" || isPossible ? undefined : t`More than nothing, and at most 31 days.`;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPossible) onAdvance(seconds);
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-start gap-3">
      <div className="w-28">
        <TextField
          label={t`By`}
          type="number"
          inputMode="decimal"
          min={0}
          step="any"
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
          {...(error === undefined ? {} : { error })}
        />
      </div>
      <Select
        label={t`Unit`}
        value={unit}
        onChoose={setUnit}
        choices={[
          { value: "seconds", label: t`seconds` },
          { value: "minutes", label: t`minutes` },
          { value: "hours", label: t`hours` },
          { value: "days", label: t`days` },
        ]}
      />
      <Button type="submit" disabled={busy || !isPossible} className="mt-[1.625rem]">
        <FastForward aria-hidden className="size-4 rtl:-scale-x-100" />
        <Trans>Advance</Trans>
      </Button>
    </form>
  );
}
