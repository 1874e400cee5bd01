/** The person's mail address: shown, set by a mail, and removed. The section is there only if the service sends mail. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useClient } from "../../core/client/context.tsx";
import { refetchAfterChange } from "../../core/client/refetch.ts";
import { MAIL, useMailSettings } from "../account/use-mail-settings.ts";
import { FormError } from "../forms/form-error.tsx";
import { useForm } from "../forms/use-form.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { useToast } from "../../ui/feedback/toasts.tsx";
import { DigestChoice } from "./digest-choice.tsx";
import { OwnPasswordField } from "./own-password-field.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { Section } from "../../ui/layout/page.tsx";

export function MailAddress() {
  const settings = useMailSettings();
  if (!settings?.enabled) return null;
  const { address, pending_address, digest } = settings;
  return (
    <Section title={<Trans>Mail address</Trans>}>
      <div className="flex flex-col gap-4">
        <p className="text-sm text-soft">
          {address === undefined ? (
            <Trans>No address is set. Other people do not see the one that you set.</Trans>
          ) : (
            <Trans>
              The address <bdi className="text-text break-all">{address}</bdi> is yours. Other people do not see it.
            </Trans>
          )}
        </p>
        {pending_address !== undefined && (
          <p role="status" className="text-sm text-soft">
            <Trans>
              A mail with a link is on its way to <bdi className="text-text break-all">{pending_address}</bdi>. Open the
              link within a day.
            </Trans>
          </p>
        )}
        {address !== undefined && <DigestChoice digest={digest} />}
        <AddressForm isRemovable={address !== undefined || pending_address !== undefined} />
      </div>
    </Section>
  );
}

function AddressForm({ isRemovable }: { readonly isRemovable: boolean }) {
  const { t } = useLingui();
  const { api } = useClient();
  const queries = useQueryClient();
  const showToast = useToast();
  // A new key resets the form after it was sent.
  const [formKey, setFormKey] = useState(0);
  const removes = useRef(false);
  const form = useForm(async ({ address = "", password = "" }) => {
    if (removes.current) await api.call("removeMailAddress", { password });
    else await api.call("setMailAddress", { address, password });
    await refetchAfterChange(queries, MAIL);
    setFormKey(formKey + 1);
    showToast(removes.current ? t`The mail address is removed.` : t`A mail with a link is on its way.`);
  });
  return (
    <form key={formKey} onSubmit={form.onSubmit} className="flex flex-col gap-4">
      <TextField label={t`New mail address`} name="address" type="email" dir="ltr" autoComplete="email" />
      <OwnPasswordField />
      <FormError error={form.error} />
      <div className="flex flex-wrap justify-end gap-2">
        {isRemovable && (
          <Button
            variant="soft"
            disabled={form.busy}
            className="text-danger"
            onClick={(event) => {
              removes.current = true;
              event.currentTarget.form!.requestSubmit();
            }}
          >
            <Trans>Remove the address</Trans>
          </Button>
        )}
        {/* Enter presses it too, because it is the only one that submits. */}
        <Button type="submit" disabled={form.busy} onClick={() => (removes.current = false)}>
          <Trans>Send the link</Trans>
        </Button>
      </div>
    </form>
  );
}
