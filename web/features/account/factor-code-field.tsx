/** The field for a code of the second factor. */
import { useLingui } from "@lingui/react/macro";
import { TextField } from "../../ui/forms/text-field.tsx";

interface FactorCodeFieldProps {
  /** Whether the person has an authenticator app, whose codes are taken besides recovery codes. */
  readonly hasApp: boolean;
  readonly hint?: string;
  readonly autoFocus?: boolean;
}

export function FactorCodeField({ hasApp, ...field }: FactorCodeFieldProps) {
  const { t } = useLingui();
  return (
    <TextField
      label={hasApp ? t({ message: "Code", context: "of an authenticator app" }) : t`Recovery code`}
      name="code"
      dir="ltr"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      {...field}
    />
  );
}
