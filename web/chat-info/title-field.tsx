/** The word beside an administrator's name. */
import { useLingui } from "@lingui/react/macro";
import { INPUT_LOOK } from "../ui/field.tsx";
import { Frame } from "../ui/frame.tsx";
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
  const left = LONGEST - [...value].length;
  const hint = t`Shown in the place of “Administrator”. Characters left: ${left}.`;
  return (
    <Frame label={t`Title`} hint={hint} className="rounded-2xl bg-surface p-5">
      {(tied) => (
        <Why reason={reason}>
          {(why) => (
            <input
              {...tied}
              value={value}
              dir="auto"
              autoComplete="off"
              placeholder={t`Administrator`}
              readOnly={reason !== undefined}
              onChange={(event) => {
                const text = event.target.value;
                if ([...text].length <= LONGEST) onChange(text);
              }}
              className={`${INPUT_LOOK} aria-disabled:text-soft`}
              {...why}
            />
          )}
        </Why>
      )}
    </Frame>
  );
}
