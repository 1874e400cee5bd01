/** The public name of a group or channel, in a form: by it, everybody finds the chat and comes in. */
import { useLingui } from "@lingui/react/macro";
import { Field } from "../ui/field.tsx";
import { NAME_PATTERN } from "./name-pattern.ts";

interface PublicNameFieldProps {
  /** The name it has. */
  readonly value?: string | undefined;
  readonly error?: string | undefined;
  /** Why it cannot be changed. */
  readonly reason?: string | undefined;
}

export function PublicNameField({ value = "", error, reason }: PublicNameFieldProps) {
  const { t } = useLingui();
  const form = t`3 to 32 letters, digits or underscores, beginning with a letter.`;
  return (
    <Field
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
