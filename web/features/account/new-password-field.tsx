/** The form field for choosing a new password. */
import { MIN_PASSWORD } from "@heliogram/shared/limits.ts";
import { useLingui } from "@lingui/react/macro";
import type { ComponentProps } from "react";
import { PasswordField } from "../../ui/forms/password-field.tsx";

export function NewPasswordField(props: Pick<ComponentProps<typeof PasswordField>, "label" | "name" | "autoFocus">) {
  const { t } = useLingui();
  return (
    <PasswordField
      autoComplete="new-password"
      minLength={MIN_PASSWORD}
      hint={t`At least 8 characters.`}
      required
      {...props}
    />
  );
}
