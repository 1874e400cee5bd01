/** Makes one more invite link: with a name, an end, a number of people or the approval of each. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useClient } from "../client/context.tsx";
import { readAgain } from "../client/read-again.ts";
import { FormFault } from "../forms/form-fault.tsx";
import { useForm } from "../forms/use-form.ts";
import { Button } from "../ui/button.tsx";
import { Switch } from "../ui/choice.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { ReasonedButton } from "../ui/reasoned-button.tsx";
import { chatKey } from "./queries.ts";
import { useRow } from "./row-context.ts";
import { UntilField } from "./until-field.tsx";
import { useNoMoment } from "./use-no-moment.ts";

interface LinkDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

const MOST_PEOPLE = 99_999;

export function LinkDialog({ open, onClose }: LinkDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog open={open} onClose={onClose} title={t`Make a link`}>
      <LinkForm onClose={onClose} />
    </Dialog>
  );
}

function LinkForm({ onClose }: Pick<LinkDialogProps, "onClose">) {
  const { t } = useLingui();
  const { chat } = useRow();
  const { api } = useClient();
  const queries = useQueryClient();
  const [until, setUntil] = useState<number | undefined>(0);
  const noMoment = useNoMoment(until);
  const [asks, setAsks] = useState(false);
  const form = useForm(async ({ name = "", limit = "" }) => {
    if (noMoment !== undefined) return;
    const people = Number(limit);
    await api.call("createChatInviteLink", {
      chat_id: chat.id,
      ...(name.trim() === "" ? {} : { name: name.trim() }),
      ...(until ? { expire_date: until } : {}),
      ...(asks ? { creates_join_request: true } : {}),
      ...(people > 0 ? { member_limit: people } : {}),
    });
    void readAgain(queries, chatKey(chat.id));
    onClose();
  });
  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-4 overflow-y-auto px-5 pb-5">
      <Field
        label={t`Name`}
        name="name"
        maxLength={32}
        autoComplete="off"
        dir="auto"
        hint={t`Only administrators see it.`}
      />
      <UntilField label={t`Works for`} forever={t`Without an end`} onChange={setUntil} />
      <WhoComes asks={asks} onAsks={setAsks} />
      <FormFault fault={form.fault} />
      <div className="flex justify-end gap-2">
        <Button look="plain" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <ReasonedButton type="submit" reason={noMoment} busy={form.busy}>
          <Trans>Make the link</Trans>
        </ReasonedButton>
      </div>
    </form>
  );
}

interface WhoComesProps {
  readonly asks: boolean;
  readonly onAsks: (asks: boolean) => void;
}

/** Whoever has the link, up to a number of them, or whomever administrators let in. */
function WhoComes({ asks, onAsks }: WhoComesProps) {
  const { t } = useLingui();
  const [limit, setLimit] = useState("");
  return (
    <>
      <Switch
        label={t`Ask before joining`}
        hint={t`Who opens the link asks to join, and administrators let them in.`}
        checked={asks}
        onChange={onAsks}
      />
      <Field
        label={t`How many people may come by it`}
        hint={asks ? t`Any number may ask: each of them is let in or declined.` : undefined}
        name="limit"
        value={asks ? "" : limit}
        onChange={(event) => setLimit(event.target.value)}
        readOnly={asks}
        type="number"
        min={1}
        max={MOST_PEOPLE}
        inputMode="numeric"
        placeholder={t`Any number`}
      />
    </>
  );
}
