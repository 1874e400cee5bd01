/** The dialog that sends the location of the device: as it is, or live for a while. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useState, type FormEvent } from "react";
import { useClient } from "../../core/client/context.tsx";
import { usePlace } from "../../core/client/use-place.ts";
import { replyOptions, type ReplyTarget } from "../../core/model/messages/quote.ts";
import type { ChatDetails } from "../../core/store/state.ts";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { useErrorMessage } from "../rights/use-error-message.ts";
import { SharingForm } from "./sharing-form.tsx";

interface LocationDialogProps {
  readonly open: boolean;
  readonly row: ChatDetails;
  readonly answering: ReplyTarget;
  readonly onClose: () => void;
  readonly onSent: () => void;
}

export function LocationDialog(props: LocationDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog open={props.open} onClose={props.onClose} title={t`Send where you are`}>
      {props.open && <LocationForm {...props} />}
    </Dialog>
  );
}

/** In seconds; 0 for a location that stays. */
const PERIODS = [0, 900, 3600, 28_800] as const;
type Period = (typeof PERIODS)[number];

function LocationForm({ row, answering, onClose, onSent }: LocationDialogProps) {
  const { locations } = useClient();
  const place = usePlace(row.chat.id);
  const messageOf = useErrorMessage();
  const [period, setPeriod] = useState<Period>(0);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    const options = { ...(period > 0 && { live_period: period }), ...replyOptions(row.chat.id, answering) };
    locations.sendLocation(place, options).then(
      () => {
        onClose();
        onSent();
      },
      (failure: unknown) => {
        setBusy(false);
        setError(failure);
      },
    );
  };
  return (
    <SharingForm
      onSubmit={submit}
      onClose={onClose}
      busy={busy}
      error={error === undefined ? undefined : messageOf(error)}
      send={<Trans>Send the place</Trans>}
    >
      <PeriodChoice period={period} onChange={setPeriod} />
      <p className="text-soft">
        {period === 0 ? (
          <Trans>Your browser tells your place once you send it.</Trans>
        ) : (
          <Trans>Everybody here sees where you are while this page is open. You can stop at any time.</Trans>
        )}
      </p>
    </SharingForm>
  );
}

interface PeriodChoiceProps {
  readonly period: Period;
  readonly onChange: (period: Period) => void;
}

function PeriodChoice({ period, onChange }: PeriodChoiceProps) {
  const { t } = useLingui();
  const labels = { 0: t`Once`, 900: t`Live for 15 minutes`, 3600: t`Live for 1 hour`, 28_800: t`Live for 8 hours` };
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="sr-only">
        <Trans>How long</Trans>
      </legend>
      {PERIODS.map((each) => (
        <Checkbox key={each} radio="period" checked={period === each} onChange={() => onChange(each)}>
          {labels[each]}
        </Checkbox>
      ))}
    </fieldset>
  );
}
