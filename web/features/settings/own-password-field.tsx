/** The field of a form that needs the person's own password, if they have one. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { ComponentProps } from "react";
import { useClientState } from "../../core/client/context.tsx";
import { PasswordField } from "../../ui/forms/password-field.tsx";

export function OwnPasswordField(
  props: Partial<Pick<ComponentProps<typeof PasswordField>, "label" | "name" | "autoFocus">>,
) {
  const { t } = useLingui();
  // Who signs in with a provider or a passkey may have none.
  const isMissing = useClientState((state) => state.me?.has_password === false);
  if (isMissing)
    return (
      <p className="text-sm text-soft">
        <Trans>You have no password yet.</Trans>
      </p>
    );
  return <PasswordField label={t`Your password`} name="password" autoComplete="current-password" {...props} />;
}
