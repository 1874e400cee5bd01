/** What somebody is called, in a form: their names, and the one that others find them by. */
import { useLingui } from "@lingui/react/macro";
import type { ComponentProps } from "react";
import { NAME_PATTERN } from "../forms/name-pattern.ts";
import { Field } from "../ui/field.tsx";

type NameFieldProps = Omit<ComponentProps<typeof Field>, "label" | "name">;

/** As the service takes them. */
const LONGEST = 64;

export function FirstNameField(field: NameFieldProps) {
  const { t } = useLingui();
  return (
    <Field label={t`First name`} name="first_name" autoComplete="given-name" required maxLength={LONGEST} {...field} />
  );
}

export function LastNameField(field: NameFieldProps) {
  const { t } = useLingui();
  return <Field label={t`Last name`} name="last_name" autoComplete="family-name" maxLength={LONGEST} {...field} />;
}

export function UserNameField(field: NameFieldProps) {
  const { t } = useLingui();
  const form = t`3 to 32 letters, digits or underscores, beginning with a letter.`;
  return (
    <Field
      label={t`User name`}
      name="username"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      pattern={NAME_PATTERN}
      title={form}
      hint={t`3 to 32 letters, digits and underscores. Others find you by it.`}
      {...field}
    />
  );
}
