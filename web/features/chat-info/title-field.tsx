/** The form field for the title shown beside an administrator's name. */
import { MAX_CUSTOM_TITLE } from "@heliogram/shared/limits.ts";
import { useLingui } from "@lingui/react/macro";
import { INPUT_CLASS } from "../../ui/forms/text-field.tsx";
import { LabelledControl } from "../../ui/forms/labelled-control.tsx";
import { DisabledReason } from "../../ui/buttons/disabled-reason.tsx";

interface TitleFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly reason: string | undefined;
}

export function TitleField({ value, onChange, reason }: TitleFieldProps) {
  const { t } = useLingui();
  const left = MAX_CUSTOM_TITLE - [...value].length;
  const hint = t`Shown in the place of “Administrator”. Characters left: ${left}.`;
  return (
    <LabelledControl label={t`Title`} hint={hint} className="rounded-2xl bg-surface p-5">
      {(fieldProps) => (
        <DisabledReason reason={reason}>
          {(disabledProps) => (
            <input
              {...fieldProps}
              value={value}
              dir="auto"
              autoComplete="off"
              placeholder={t`Administrator`}
              readOnly={reason !== undefined}
              onChange={(event) => {
                const text = event.target.value;
                if ([...text].length <= MAX_CUSTOM_TITLE) onChange(text);
              }}
              className={`${INPUT_CLASS} aria-disabled:text-soft`}
              {...disabledProps}
            />
          )}
        </DisabledReason>
      )}
    </LabelledControl>
  );
}
