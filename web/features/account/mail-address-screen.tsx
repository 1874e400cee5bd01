/** The page behind the link in a mail: confirms that the address is the person's. */
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { useClient } from "../../core/client/context.tsx";
import { useForm } from "../forms/use-form.ts";
import { AccountForm, AccountPage } from "./account-page.tsx";
import { ChatsLink } from "./chats-link.tsx";

/** A button confirms, and not the visit: programs that look for viruses open the links in mails. */
export function MailAddressScreen({ code }: { readonly code: string }) {
  const { api } = useClient();
  const [isDone, setDone] = useState(false);
  const form = useForm(async () => {
    await api.call("confirmMailAddress", { code });
    setDone(true);
  });
  if (isDone)
    return (
      <AccountPage
        title={<Trans>The address is confirmed</Trans>}
        subtitle={
          <span role="status">
            <Trans>This service can reach you by mail now.</Trans>
          </span>
        }
      >
        <ChatsLink />
      </AccountPage>
    );
  return (
    <AccountPage
      title={<Trans>Your mail address</Trans>}
      subtitle={<Trans>Confirm that this address belongs to your account.</Trans>}
    >
      <AccountForm form={form} error={form.error} submitLabel={<Trans>Confirm the address</Trans>}>
        {null}
      </AccountForm>
    </AccountPage>
  );
}
