/** Confirms a device: with what the service asks for as a proof that it is the person. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ParamsOf } from "../../../core/api/api.ts";
import { useClient } from "../../../core/client/context.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { PasswordField } from "../../../ui/forms/password-field.tsx";
import { FactorCodeField } from "../../account/factor-code-field.tsx";
import { OrDivider } from "../../account/or-divider.tsx";
import { PasskeyForm } from "../../account/passkey-form.tsx";
import { FormError } from "../../forms/form-error.tsx";
import { useForm } from "../../forms/use-form.ts";
import { DEVICE_CODE, type Device } from "./device-code.ts";

interface ConfirmDeviceProps {
  readonly device: Device;
  readonly onConfirmed: () => void;
  /** The button of the other answer. */
  readonly children: ReactNode;
}

export function ConfirmDevice({ device, onConfirmed, children }: ConfirmDeviceProps) {
  const { ports } = useClient();
  const confirm = useConfirmation(device, onConfirmed);
  const form = useForm(({ password, code }) =>
    confirm({ ...(password === undefined ? {} : { password }), ...(code === undefined ? {} : { code }) }),
  );
  const { second_factor, password } = device.proof ?? {};
  const { passkey } = second_factor ?? {};
  const isPasskeyUsable = passkey !== undefined && ports.passkeys.isUsableFor(passkey.rpId);
  return (
    <>
      {second_factor && isPasskeyUsable && (
        <>
          <PasskeyConfirmation challenge={second_factor.challenge} options={passkey} confirm={confirm} />
          <OrDivider />
        </>
      )}
      <form onSubmit={form.onSubmit} className="flex flex-col gap-4">
        {password === true && <OwnPassword />}
        {second_factor && <Code hasApp={second_factor.app === true} />}
        <FormError error={form.error} />
        <div className="flex flex-wrap justify-end gap-2">
          {children}
          <Button type="submit" disabled={form.busy}>
            <Trans>The numbers are the same: sign it in</Trans>
          </Button>
        </div>
      </form>
    </>
  );
}

type Proof = Omit<ParamsOf<"confirmDevice">, "number">;

function useConfirmation({ number }: Device, onConfirmed: () => void): (proof: Proof) => Promise<void> {
  const { api } = useClient();
  const queries = useQueryClient();
  return async (proof) => {
    try {
      await api.call("confirmDevice", { number, ...proof });
      onConfirmed();
    } catch (error) {
      // The device may have gone, and something else may be asked for.
      void queries.invalidateQueries({ queryKey: DEVICE_CODE });
      throw error;
    }
  };
}

function OwnPassword() {
  const { t } = useLingui();
  return <PasswordField label={t`Your password`} name="password" autoComplete="current-password" required />;
}

function Code({ hasApp }: { readonly hasApp: boolean }) {
  const { t } = useLingui();
  return (
    <FactorCodeField
      hasApp={hasApp}
      hint={hasApp ? t`Of your authenticator app, or a recovery code.` : t`One of those that you have kept.`}
    />
  );
}

interface PasskeyConfirmationProps {
  readonly challenge: string;
  readonly options: NonNullable<NonNullable<NonNullable<Device["proof"]>["second_factor"]>["passkey"]>;
  readonly confirm: (proof: Proof) => Promise<void>;
}

function PasskeyConfirmation({ challenge, options, confirm }: PasskeyConfirmationProps) {
  const { ports } = useClient();
  const form = useForm(async () => confirm({ challenge, passkey: await ports.passkeys.get(options) }));
  return (
    <PasskeyForm form={form}>
      <Trans>The numbers are the same: confirm with a passkey</Trans>
    </PasskeyForm>
  );
}
