/** The form field for the public name of a group or channel, by which anybody can find and join the chat. */
import { useLingui } from "@lingui/react/macro";
import { TextField } from "../../ui/forms/text-field.tsx";
import { NAME_PATTERN } from "./name-pattern.ts";

interface PublicNameFieldProps {
  /** The current public name. */
  readonly value?: string | undefined;
  readonly error?: string | undefined;
  /** Why the name cannot be changed, if it cannot. */
  readonly reason?: string | undefined;
}

export function PublicNameField({ value = "", error, reason }: PublicNameFieldProps) {
  const { t } = useLingui();
  const form = t`3 to 32 letters, digits or underscores, beginning with a letter.`;
  return (
    <TextField
      label={t`Public name`}
      name="username"
      dir="ltr"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      pattern={NAME_PATTERN}
      title={reason === undefined ? form : undefined}
      readOnly={reason !== undefined}
      aria-disabled={reason !== undefined || undefined}
      className="aria-disabled:text-soft"
      hint={reason ?? t`Whoever knows it, or searches for it, can read and join the chat. Without one, it is private.`}
      error={error}
      defaultValue={value}
    />
  );
}
