/** The field of a form that needs the person's own password, if they have one. */
import { useLingui } from "@lingui/react/macro";
import type { ComponentProps } from "react";
import { PasswordField } from "../../ui/forms/password-field.tsx";

export function OwnPasswordField(
  props: Partial<Pick<ComponentProps<typeof PasswordField>, "label" | "name" | "autoFocus">>,
) {
  const { t } = useLingui();
  return (
    <PasswordField
      label={t`Your password`}
      name="password"
      autoComplete="current-password"
      hint={t`Leave it empty if you have none yet.`}
      {...props}
    />
  );
}
