/** The user's passkeys: a list, and adding, renaming and removing them. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { ResultOf } from "../../core/api/api.ts";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { refetchAfterChange } from "../../core/client/refetch.ts";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Tag } from "../../ui/display/tag.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { useSignInOptions } from "../account/provider-list.tsx";
import { RecoveryCodes } from "../account/recovery-codes.tsx";
import { FormError } from "../forms/form-error.tsx";
import { useForm, type FormState } from "../forms/use-form.ts";
import { OwnPasswordField } from "./own-password-field.tsx";

const PASSKEYS = ["passkeys"];
const SECOND_FACTOR = ["second factor"];
const MAX_NAME = 64;

type Passkey = ResultOf<"listPasskeys">[number];

/** What is open in place of the list. */
type Step =
  | { readonly name: "add" }
  | { readonly name: "rename" | "remove"; readonly passkey: Passkey }
  | { readonly name: "codes"; readonly codes: readonly string[] };

export function Passkeys() {
  const [step, setStep] = useState<Step>();
  const close = () => setStep(undefined);
  switch (step?.name) {
    case "add":
      return <AddStep onDone={(codes) => setStep(codes && { name: "codes", codes })} onCancel={close} />;
    case "rename":
      return <RenameStep passkey={step.passkey} onDone={close} />;
    case "remove":
      return <RemoveStep passkey={step.passkey} onDone={close} />;
    case "codes":
      return <RecoveryCodes codes={step.codes} onDone={close} />;
    case undefined:
      return <List onStep={setStep} />;
  }
}

function List({ onStep }: { readonly onStep: (step: Step) => void }) {
  const { api, ports } = useClient();
  const changed = useClientState((state) => state.sessions_seq);
  const { data } = useQuery({ queryKey: [...PASSKEYS, changed], queryFn: () => api.call("listPasskeys", {}) });
  const options = useSignInOptions();
  if (!data || !options) return <Skeleton className="h-12" />;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-soft">
        <Trans>
          With a passkey you sign in by the fingerprint, face or PIN of a device, without a password. After the
          password, it serves as the second factor.
        </Trans>
      </p>
      {data.length > 0 && (
        <ul className="flex flex-col gap-4">
          {data.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} onStep={onStep} />
          ))}
        </ul>
      )}
      {ports.passkeys.isUsable(options.passkey_origin) ? (
        <Button className="self-end" onClick={() => onStep({ name: "add" })}>
          <Trans>Add a passkey</Trans>
        </Button>
      ) : (
        <WhyNone origin={options.passkey_origin} />
      )}
    </div>
  );
}

/** Why this page can add none. */
function WhyNone({ origin }: { readonly origin: string | undefined }) {
  if (origin === undefined)
    return (
      <p>
        <Trans>
          This service has no passkeys: they need an address with https and a domain name. Ask whoever runs it.
        </Trans>
      </p>
    );
  if (origin !== location.origin)
    return (
      <p>
        <Trans>
          Passkeys work at <bdi>{origin}</bdi> alone. Open the settings there.
        </Trans>
      </p>
    );
  return (
    <p>
      <Trans>This browser has no passkeys.</Trans>
    </p>
  );
}

interface RowProps {
  readonly passkey: Passkey;
  readonly onStep: (step: Step) => void;
}

function Row({ passkey, onStep }: RowProps) {
  const { t } = useLingui();
  const format = useFormat();
  const { name, created_at, used_at, synced, domain } = passkey;
  return (
    <li className="flex flex-wrap items-center gap-3">
      <KeyRound aria-hidden className="size-6 shrink-0 text-soft" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex items-center gap-2">
          <span className="truncate font-medium" dir="auto">
            {name}
          </span>
          {synced && (
            <Tag>
              <Trans>Synced</Trans>
            </Tag>
          )}
        </p>
        <p className="text-sm text-soft">
          {used_at === undefined ? (
            <Trans>
              Added <Time value={format.date(created_at)} />, not used yet
            </Trans>
          ) : (
            <Trans>
              Added <Time value={format.date(created_at)} />, last used <Time value={format.moment(used_at)} />
            </Trans>
          )}
        </p>
        {domain !== undefined && (
          <p className="text-sm break-words text-danger">
            <Trans>
              Made for <bdi>{domain}</bdi>: it does not work here.
            </Trans>
          </p>
        )}
      </div>
      <div className="flex gap-2">
        <Button
          variant="soft"
          size="small"
          aria-label={t`Rename: ${name}`}
          onClick={() => onStep({ name: "rename", passkey })}
        >
          <Trans>Rename</Trans>
        </Button>
        <Button
          variant="soft"
          size="small"
          className="text-danger"
          aria-label={t`Remove: ${name}`}
          onClick={() => onStep({ name: "remove", passkey })}
        >
          <Trans>Remove</Trans>
        </Button>
      </div>
    </li>
  );
}

interface AddStepProps {
  /** `codes`: the recovery codes, if it is the first second factor. */
  readonly onDone: (codes: readonly string[] | undefined) => void;
  readonly onCancel: () => void;
}

function AddStep({ onDone, onCancel }: AddStepProps) {
  const { t } = useLingui();
  const { api, ports } = useClient();
  const queries = useQueryClient();
  const form = useForm(async ({ password = "", name = "" }) => {
    const { options, setup } = await api.call("beginPasskey", { password });
    const credential = await ports.passkeys.create(options);
    const { recovery_codes } = await api.call("addPasskey", { setup, name, credential });
    await refetchAfterChange(queries, PASSKEYS);
    await refetchAfterChange(queries, SECOND_FACTOR);
    onDone(recovery_codes);
  });
  return (
    <StepForm form={form} label={t`Continue`} onCancel={onCancel}>
      <TextField
        label={t`Name`}
        name="name"
        hint={t`By which you know it again, such as “Work laptop”.`}
        maxLength={MAX_NAME}
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

function RenameStep({ passkey, onDone }: PasskeyStepProps) {
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
        maxLength={MAX_NAME}
        dir="auto"
        required
        autoFocus
      />
    </StepForm>
  );
}

function RemoveStep({ passkey, onDone }: PasskeyStepProps) {
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

interface StepFormProps {
  readonly form: FormState;
  readonly label: string;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

function StepForm({ form, label, onCancel, children }: StepFormProps) {
  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-4">
      {children}
      <FormError error={form.error} />
      <div className="flex justify-end gap-2">
        <Button variant="plain" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" disabled={form.busy}>
          {label}
        </Button>
      </div>
    </form>
  );
}
