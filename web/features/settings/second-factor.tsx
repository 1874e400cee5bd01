/** The user's second factor: an authenticator app, and recovery codes. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ResultOf } from "../../core/api/api.ts";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { refetchAfterChange } from "../../core/client/refetch.ts";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { OwnPasswordField } from "./own-password-field.tsx";
import { AppSetup } from "../account/app-setup.tsx";
import { RecoveryCodes } from "../account/recovery-codes.tsx";
import { useForm } from "../forms/use-form.ts";
import { SECOND_FACTOR, useRefetchSecondFactor } from "./second-factor-query.ts";
import { StepForm } from "./step-form.tsx";

type Setup = ResultOf<"beginSecondFactor">;

/** What is open in place of the overview. */
type Step =
  | { readonly name: "password"; readonly for: "begin" | "codes" | "remove" }
  | { readonly name: "confirm"; readonly setup: Setup }
  | { readonly name: "codes"; readonly codes: readonly string[] };

export function SecondFactor() {
  const [step, setStep] = useState<Step>();
  if (step?.name === "password") return <PasswordStep purpose={step.for} onStep={setStep} />;
  if (step?.name === "confirm") return <ConfirmStep setup={step.setup} onStep={setStep} />;
  if (step?.name === "codes") return <RecoveryCodes codes={step.codes} onDone={() => setStep(undefined)} />;
  return <Overview onStep={setStep} />;
}

interface StepProps {
  readonly onStep: (step: Step | undefined) => void;
}

function Overview({ onStep }: StepProps) {
  const { api } = useClient();
  const format = useFormat();
  const changed = useClientState((state) => state.sessions_seq);
  const { data } = useQuery({
    queryKey: [...SECOND_FACTOR, changed],
    queryFn: () => api.call("getSecondFactor", {}),
  });
  if (!data) return <Skeleton className="h-12" />;
  const ask = (purpose: "begin" | "codes" | "remove") => onStep({ name: "password", for: purpose });
  if (data.app_since === undefined) return <WithoutApp data={data} onAsk={ask} />;
  return (
    <div className="flex flex-col gap-4">
      <p>
        <Trans>
          You sign in with a code of your authenticator app since <Time value={format.date(data.app_since)} />.
        </Trans>{" "}
        <Plural value={data.recovery_codes_left} one="# recovery code is left." other="# recovery codes are left." />{" "}
        {data.is_required === true && <Trans>This service requires a second factor.</Trans>}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="soft" onClick={() => ask("begin")}>
          <Trans>Set up another app</Trans>
        </Button>
        <Button variant="soft" onClick={() => ask("codes")}>
          <Trans>New recovery codes</Trans>
        </Button>
        {(data.is_required !== true || data.passkeys > 0) && (
          <Button variant="soft" className="text-danger" onClick={() => ask("remove")}>
            <Trans>Remove the second factor</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}

interface WithoutAppProps {
  readonly data: ResultOf<"getSecondFactor">;
  readonly onAsk: (purpose: "begin" | "codes") => void;
}

/** Passkeys, of which the section above has the list, come with recovery codes too. */
function WithoutApp({ data, onAsk }: WithoutAppProps) {
  const format = useFormat();
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-soft">
        {data.due_at !== undefined && (
          <>
            <Trans>
              This service requires a second factor. Set one up until <Time value={format.moment(data.due_at)} />, or
              you are signed out and set it up when you sign in again.
            </Trans>{" "}
          </>
        )}
        <Trans>
          With an authenticator app, whoever learns your password still cannot sign in: the app shows a code that
          changes every half minute.
        </Trans>
      </p>
      {data.passkeys > 0 && (
        <p>
          <Plural value={data.recovery_codes_left} one="# recovery code is left." other="# recovery codes are left." />
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {data.passkeys > 0 && (
          <Button variant="soft" onClick={() => onAsk("codes")}>
            <Trans>New recovery codes</Trans>
          </Button>
        )}
        <Button onClick={() => onAsk("begin")}>
          <Trans>Set up an app</Trans>
        </Button>
      </div>
    </div>
  );
}

function PasswordStep({ purpose, onStep }: StepProps & { readonly purpose: "begin" | "codes" | "remove" }) {
  const { t } = useLingui();
  const { api } = useClient();
  const queries = useQueryClient();
  const form = useForm(async ({ password = "" }) => {
    if (purpose === "begin") onStep({ name: "confirm", setup: await api.call("beginSecondFactor", { password }) });
    else if (purpose === "codes") {
      const { recovery_codes } = await api.call("makeRecoveryCodes", { password });
      onStep({ name: "codes", codes: recovery_codes });
    } else {
      await api.call("deleteSecondFactor", { password });
      await refetchAfterChange(queries, SECOND_FACTOR);
      onStep(undefined);
    }
  });
  return (
    <StepForm
      form={form}
      label={purpose === "remove" ? t`Remove the second factor` : t`Continue`}
      onCancel={() => onStep(undefined)}
    >
      <OwnPasswordField autoFocus />
    </StepForm>
  );
}

function ConfirmStep({ setup, onStep }: StepProps & { readonly setup: Setup }) {
  const { t } = useLingui();
  const { api } = useClient();
  const refetchSecondFactor = useRefetchSecondFactor();
  const form = useForm(async ({ code = "" }) => {
    const { recovery_codes } = await api.call("setSecondFactor", { setup: setup.setup, code });
    onStep({ name: "codes", codes: recovery_codes });
    await refetchSecondFactor();
  });
  return (
    <StepForm form={form} label={t`Turn on`} onCancel={() => onStep(undefined)}>
      <AppSetup setup={setup} />
    </StepForm>
  );
}
