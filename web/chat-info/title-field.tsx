/** The word beside an administrator's name. */
import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { INPUT_LOOK } from "../ui/field.tsx";
import { Why } from "../ui/why.tsx";

/** Characters, counted as the service counts them. */
const LONGEST = 16;

interface TitleFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly reason: string | undefined;
}

export function TitleField({ value, onChange, reason }: TitleFieldProps) {
  const { t } = useLingui();
  const id = useId();
  const left = LONGEST - [...value].length;
  return (
    <div className="flex flex-col gap-1.5 rounded-2xl bg-surface p-5">
      <label htmlFor={id} className="text-sm font-medium">
        {t`Title`}
      </label>
      <Why reason={reason}>
        {(why) => (
          <input
            id={id}
            value={value}
            dir="auto"
            autoComplete="off"
            placeholder={t`Administrator`}
            readOnly={reason !== undefined}
            onChange={(event) => {
              const text = event.target.value;
              if ([...text].length <= LONGEST) onChange(text);
            }}
            aria-describedby={`${id}-note`}
            className={`${INPUT_LOOK} aria-disabled:text-soft`}
            {...why}
          />
        )}
      </Why>
      <p id={`${id}-note`} className="text-sm text-soft">
        {t`Shown in the place of “Administrator”. Characters left: ${left}.`}
      </p>
    </div>
  );
}
