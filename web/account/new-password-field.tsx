/** A password that somebody gives themselves. */
import { useLingui } from "@lingui/react/macro";
import type { ComponentProps } from "react";
import { Field } from "../ui/field.tsx";
import { LEAST_PASSWORD } from "./credentials.ts";

export function NewPasswordField(field: Pick<ComponentProps<typeof Field>, "label" | "name" | "autoFocus">) {
  const { t } = useLingui();
  return (
    <Field
      type="password"
      autoComplete="new-password"
      minLength={LEAST_PASSWORD}
      hint={t`At least 8 characters.`}
      required
      {...field}
    />
  );
}
