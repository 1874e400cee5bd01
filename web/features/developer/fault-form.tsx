/** The form that adds a fault rule. Fields that the chosen effect does not have are not shown. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { FaultEffect } from "@heliogram/shared/faults.ts";
import type { FaultInjection } from "../../core/api/developer-api.ts";
import { nameOf } from "../../core/model/people/names.ts";
import { useErrorMessage } from "../rights/use-error-message.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Select } from "../../ui/forms/choice.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { faultInjection, isAboutCalls, mayHappenAfter, type FaultFields } from "./fault-injection.ts";
import { useAccounts } from "./use-accounts.ts";
import { useFaultEffects } from "./use-fault-texts.ts";
import { useWorld } from "./use-world.ts";

const EMPTY: FaultFields = { effect: "error", isAfter: false, bot: "" };

export function FaultForm({ onAdded }: { readonly onAdded: () => void }) {
  const errorMessage = useErrorMessage();
  const { call } = useWorld();
  const [fields, setFields] = useState(EMPTY);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (injection: FaultInjection) => call("addFault", injection),
    onSuccess() {
      setFields({ ...EMPTY, effect: fields.effect });
      onAdded();
    },
  });
  const change = (changed: Partial<FaultFields>) => setFields({ ...fields, ...changed });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        mutate(faultInjection(fields));
      }}
    >
      <WhatFields fields={fields} change={change} />
      <ConditionFields fields={fields} change={change} />
      {error && (
        <p role="alert" className="text-danger">
          {errorMessage(error)}
        </p>
      )}
      <Button type="submit" disabled={isPending} className="self-start">
        <Trans>Add the rule</Trans>
      </Button>
    </form>
  );
}

interface PartProps {
  readonly fields: FaultFields;
  readonly change: (changed: Partial<FaultFields>) => void;
}

function WhatFields({ fields, change }: PartProps) {
  const { t } = useLingui();
  const effects = useFaultEffects();
  const { effect, isAfter } = fields;
  const isError = effect === "error" || effect === "webhook_error";
  return (
    <Fields>
      <Select<FaultEffect>
        label={t`What happens`}
        value={effect}
        onChoose={(chosen) => change({ effect: chosen })}
        choices={effects}
      />
      {isError && <NumberField label={t`Code`} name="error_code" fields={fields} change={change} />}
      {isError && <NumberField label={t`Seconds to wait`} name="retry_after" fields={fields} change={change} />}
      {effect === "delay" && <NumberField label={t`Milliseconds`} name="delay_ms" fields={fields} change={change} />}
      {mayHappenAfter(effect) && (
        <Checkbox checked={isAfter} onChange={(checked) => change({ isAfter: checked })} className="self-end py-2.5">
          <Trans>Carry it out first</Trans>
        </Checkbox>
      )}
    </Fields>
  );
}

function ConditionFields({ fields, change }: PartProps) {
  const { t } = useLingui();
  const { bots } = useAccounts();
  return (
    <Fields>
      <Select
        label={t`Bot`}
        value={fields.bot}
        onChoose={(bot) => change({ bot })}
        choices={[
          { value: "", label: t`All bots` },
          ...bots.map((each) => ({ value: String(each.id), label: nameOf(each) })),
        ]}
      />
      {isAboutCalls(fields.effect) && (
        <TextField
          label={t`Method`}
          dir="ltr"
          autoCapitalize="none"
          spellCheck={false}
          value={fields.method ?? ""}
          onChange={(event) => change({ method: event.target.value })}
        />
      )}
      <TextField
        label={t`Chat`}
        hint={t`Its id or user name`}
        dir="ltr"
        value={fields.chat ?? ""}
        onChange={(event) => change({ chat: event.target.value })}
      />
      <TextField
        label={t`Part of the text`}
        dir="auto"
        value={fields.text ?? ""}
        onChange={(event) => change({ text: event.target.value })}
      />
      <NumberField label={t`From this match on`} name="nth" fields={fields} change={change} />
      <NumberField label={t`At most so often`} name="count" fields={fields} change={change} />
      <NumberField label={t`Probability in percent`} name="percent" fields={fields} change={change} />
    </Fields>
  );
}

interface NumberFieldProps extends PartProps {
  readonly label: string;
  readonly name: "error_code" | "retry_after" | "delay_ms" | "nth" | "count" | "percent";
}

function NumberField({ label, name, fields, change }: NumberFieldProps) {
  return (
    <TextField
      label={label}
      type="number"
      inputMode="numeric"
      min={0}
      value={fields[name] ?? ""}
      onChange={(event) => change({ [name]: event.target.value })}
    />
  );
}

function Fields({ children }: { readonly children: ReactNode }) {
  return <div className="grid gap-3 sm:grid-cols-2">{children}</div>;
}
