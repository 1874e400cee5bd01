/** Sends the owner a test mail, and says where it stopped. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { ResultOf } from "../../core/api/api.ts";
import { useClient } from "../../core/client/context.tsx";
import { useMailSettings } from "../account/use-mail-settings.ts";
import { FormError } from "../forms/form-error.tsx";
import { useForm } from "../forms/use-form.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { Section } from "../../ui/layout/page.tsx";

type Outcome = ResultOf<"sendTestMail">;

export function TestMail() {
  const { t } = useLingui();
  const { api } = useClient();
  const settings = useMailSettings();
  const [outcome, setOutcome] = useState<Outcome>();
  const form = useForm(async ({ address = "" }) => {
    setOutcome(undefined);
    setOutcome(await api.call("sendTestMail", { address }));
  });
  if (!settings?.enabled) return null;
  return (
    <Section title={<Trans>Mail</Trans>}>
      <form onSubmit={form.onSubmit} className="flex flex-col gap-4">
        <TextField
          label={t`Your mail address`}
          name="address"
          type="email"
          dir="ltr"
          autoComplete="email"
          required
          defaultValue={settings.address ?? ""}
        />
        <FormError error={form.error} />
        <div role="status">{outcome && <TestOutcome outcome={outcome} />}</div>
        <Button type="submit" disabled={form.busy} className="self-end">
          <Trans>Send me a test mail</Trans>
        </Button>
      </form>
    </Section>
  );
}

function TestOutcome({ outcome: { sent, step, reason } }: { readonly outcome: Outcome }) {
  const stepLabel = useStepLabels();
  if (sent)
    return (
      <p className="text-sm">
        <Trans>The mail server has taken it. Look into your mailbox, and among unwanted mail.</Trans>
      </p>
    );
  return (
    <p className="text-sm text-danger">
      {stepLabel(step)}{" "}
      <bdi dir="ltr" className="break-words">
        {reason}
      </bdi>
    </p>
  );
}

function useStepLabels(): (step: Outcome["step"]) => string {
  const { t } = useLingui();
  const labels = {
    name: t`It stopped at the name of the mail server.`,
    connection: t`It stopped at the connection to the mail server.`,
    encryption: t`It stopped at the encryption of the connection.`,
    sign_in: t`It stopped at the user and the password.`,
    sender: t`The mail server refuses the sender.`,
    recipient: t`The mail server refuses the recipient.`,
    message: t`The mail server refuses the mail.`,
  };
  return (step = "connection") => labels[step];
}
