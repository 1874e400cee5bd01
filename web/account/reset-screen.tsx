/** Behind the link that an owner has made: a new password, for whoever holds its code. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useClient } from "../client/context.tsx";
import { useForm } from "../forms/use-form.ts";
import { useSentence } from "../rights/use-sentence.ts";
import { Field } from "../ui/field.tsx";
import { Waiting } from "../ui/waiting.tsx";
import { AccountForm, AccountPage } from "./account-page.tsx";
import { deviceName } from "./device.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import { ToSignIn } from "./other-way.tsx";

export function ResetScreen({ code }: { readonly code: string }) {
  const { api } = useClient();
  const sentence = useSentence();
  const reset = useQuery({
    queryKey: ["reset", code],
    queryFn: () => api.call("getReset", { code }),
    // What is being typed does not go away because the code is used elsewhere: the service says so when it is sent.
    staleTime: Infinity,
    retry: false,
  });
  if (reset.isPending) return <Waiting />;
  if (reset.error)
    return (
      <AccountPage title={<Trans>This way is closed</Trans>} subtitle={sentence(reset.error)}>
        <ToSignIn />
      </AccountPage>
    );
  return <NewPassword code={code} username={reset.data.user.username} />;
}

interface NewPasswordProps {
  readonly code: string;
  /** Whose it is to be: told, because those who forget the one often forget the other, and for password managers. */
  readonly username: string | undefined;
}

function NewPassword({ code, username }: NewPasswordProps) {
  const { t } = useLingui();
  const { session } = useClient();
  const navigate = useNavigate();
  const form = useForm(async ({ password = "" }) => {
    await session.setPassword({ code, password, device: deviceName() });
    await navigate({ to: "/", replace: true });
  });
  return (
    <AccountPage
      title={<Trans>New password</Trans>}
      subtitle={<Trans>Choose it well: everywhere else you are signed out.</Trans>}
    >
      <AccountForm form={form} fault={form.fault} submit={<Trans>Set the password and sign in</Trans>}>
        {username !== undefined && (
          <Field
            label={t`User name`}
            name="username"
            dir="ltr"
            autoComplete="username"
            readOnly
            className="text-soft"
            value={username}
          />
        )}
        <NewPasswordField label={t`New password`} name="password" autoFocus />
      </AccountForm>
    </AccountPage>
  );
}
