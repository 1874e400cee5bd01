/** A password that somebody gives themselves. */
import { useLingui } from "@lingui/react/macro";
import type { ComponentProps } from "react";
import { PasswordField } from "../ui/password-field.tsx";
import { LEAST_PASSWORD } from "./credentials.ts";

export function NewPasswordField(field: Pick<ComponentProps<typeof PasswordField>, "label" | "name" | "autoFocus">) {
  const { t } = useLingui();
  return (
    <PasswordField
      autoComplete="new-password"
      minLength={LEAST_PASSWORD}
      hint={t`At least 8 characters.`}
      required
      {...field}
    />
  );
}
