/** The form fields for first name, last name and user name. */
import { MAX_NAME } from "@heliogram/shared/limits.ts";
import { useLingui } from "@lingui/react/macro";
import type { ComponentProps } from "react";
import { NAME_PATTERN } from "../forms/name-pattern.ts";
import { TextField } from "../../ui/forms/text-field.tsx";

type NameFieldProps = Omit<ComponentProps<typeof TextField>, "label" | "name">;

export function FirstNameField(props: NameFieldProps) {
  const { t } = useLingui();
  return (
    <TextField
      label={t`First name`}
      name="first_name"
      autoComplete="given-name"
      required
      maxLength={MAX_NAME}
      {...props}
    />
  );
}

export function LastNameField(props: NameFieldProps) {
  const { t } = useLingui();
  return <TextField label={t`Last name`} name="last_name" autoComplete="family-name" maxLength={MAX_NAME} {...props} />;
}

export function UserNameField(props: NameFieldProps) {
  const { t } = useLingui();
  const form = t`3 to 32 letters, digits or underscores, beginning with a letter.`;
  return (
    <TextField
      label={t`User name`}
      name="username"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      pattern={NAME_PATTERN}
      title={form}
      hint={t`3 to 32 letters, digits and underscores. Others find you by it.`}
      {...props}
    />
  );
}
