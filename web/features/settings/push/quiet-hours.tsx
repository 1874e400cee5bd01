/** When nothing is pushed: from one time of the day to another, in the time zone of the browser that sets it. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { QuietHours as Hours } from "@heliogram/shared/wire.ts";
import { useState } from "react";
import { Switch } from "../../../ui/forms/choice.tsx";
import { TextField } from "../../../ui/forms/text-field.tsx";

interface QuietHoursProps {
  readonly hours: Hours | undefined;
  readonly onChange: (hours: Hours | undefined) => void;
}

const USUAL = { from: "22:00", to: "07:00" };

export function QuietHours({ hours, onChange }: QuietHoursProps) {
  const { t } = useLingui();
  const time_zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zone = hours?.time_zone ?? time_zone;
  /** A time that is the other one, too, and so is not saved. */
  const [typed, setTyped] = useState<Partial<typeof USUAL>>({});
  const change = (name: "from" | "to", value: string) => {
    if (!hours || value === "") return;
    const changed = { ...hours, ...typed, [name]: value };
    const isSame = changed.from === changed.to;
    setTyped(isSame ? { ...typed, [name]: value } : {});
    if (!isSame && (changed.from !== hours.from || changed.to !== hours.to)) onChange({ ...changed, time_zone });
  };
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label={<Trans>Quiet hours</Trans>}
        hint={<Trans>What comes in these hours is not pushed, nor later. Times are those of {zone}.</Trans>}
        checked={hours !== undefined}
        onChange={(isOn) => onChange(isOn ? { ...USUAL, time_zone } : undefined)}
      />
      {hours && (
        <div className="grid grid-cols-2 gap-4">
          {(["from", "to"] as const).map((name) => (
            <TextField
              key={`${name} ${hours[name]}`}
              type="time"
              label={name === "from" ? t`From` : t`To`}
              defaultValue={hours[name]}
              error={typed[name] === undefined ? undefined : t`They begin and end at the same time.`}
              onBlur={(event) => change(name, event.target.value)}
            />
          ))}
        </div>
      )}
    </div>
  );
}
