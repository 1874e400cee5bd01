/** Adding, renaming and removing passkeys. */
import { MAX_PASSKEY_NAME } from "@heliogram/shared/limits.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useClient } from "../../../core/client/context.tsx";
import { refetchAfterChange } from "../../../core/client/refetch.ts";
import { TextField } from "../../../ui/forms/text-field.tsx";
import { useForm } from "../../forms/use-form.ts";
import { OwnPasswordField } from "../own-password-field.tsx";
import { SECOND_FACTOR, useRefetchSecondFactor } from "../second-factor-query.ts";
import { StepForm } from "../step-form.tsx";
import { PASSKEYS, type Passkey } from "./passkey-step.ts";

interface AddStepProps {
  /** `codes`: the recovery codes, if it is the first second factor. */
  readonly onDone: (codes: readonly string[] | undefined) => void;
  readonly onCancel: () => void;
}

export function AddStep({ onDone, onCancel }: AddStepProps) {
  const { t } = useLingui();
  const { api, ports } = useClient();
  const queries = useQueryClient();
  const refetchSecondFactor = useRefetchSecondFactor();
  const form = useForm(async ({ password = "", name = "" }) => {
    const { options, setup } = await api.call("beginPasskey", { password });
    const credential = await ports.passkeys.create(options);
    const { recovery_codes } = await api.call("addPasskey", { setup, name, credential });
    await refetchAfterChange(queries, PASSKEYS);
    onDone(recovery_codes);
    await refetchSecondFactor();
  });
  return (
    <StepForm form={form} label={t`Continue`} onCancel={onCancel}>
      <TextField
        label={t`Name`}
        name="name"
        hint={t`By which you know it again, such as “Work laptop”.`}
        maxLength={MAX_PASSKEY_NAME}
        dir="auto"
        required
        autoFocus
      />
      <OwnPasswordField />
    </StepForm>
  );
}

interface PasskeyStepProps {
  readonly passkey: Passkey;
  readonly onDone: () => void;
}

export function RenameStep({ passkey, onDone }: PasskeyStepProps) {
  const { t } = useLingui();
  const { api } = useClient();
  const queries = useQueryClient();
  const form = useForm(async ({ name = "" }) => {
    await api.call("renamePasskey", { passkey_id: passkey.id, name });
    await refetchAfterChange(queries, PASSKEYS);
    onDone();
  });
  return (
    <StepForm form={form} label={t`Save`} onCancel={onDone}>
      <TextField
        label={t`Name`}
        name="name"
        defaultValue={passkey.name}
        maxLength={MAX_PASSKEY_NAME}
        dir="auto"
        required
        autoFocus
      />
    </StepForm>
  );
}

export function RemoveStep({ passkey, onDone }: PasskeyStepProps) {
  const { t } = useLingui();
  const { api } = useClient();
  const queries = useQueryClient();
  const form = useForm(async ({ password = "" }) => {
    await api.call("removePasskey", { passkey_id: passkey.id, password });
    await refetchAfterChange(queries, PASSKEYS);
    await refetchAfterChange(queries, SECOND_FACTOR);
    onDone();
  });
  const { name } = passkey;
  return (
    <StepForm form={form} label={t`Remove`} onCancel={onDone}>
      <p>
        <Trans>
          You will not sign in with “<bdi>{name}</bdi>” any more. Remove it on the device as well.
        </Trans>
      </p>
      <OwnPasswordField autoFocus />
    </StepForm>
  );
}
