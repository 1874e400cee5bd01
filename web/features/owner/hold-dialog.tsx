/** Puts a person or a chat under legal hold. */
import { Trans, useLingui } from "@lingui/react/macro";
import { MAX_HOLD_REASON } from "@heliogram/shared/limits.ts";
import { useQueryClient } from "@tanstack/react-query";
import type { ParamsOf } from "../../core/api/api.ts";
import { useClient } from "../../core/client/context.tsx";
import { refetchAfterChange } from "../../core/client/refetch.ts";
import { FormError } from "../forms/form-error.tsx";
import { useForm } from "../forms/use-form.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { useToast } from "../../ui/feedback/toasts.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";

interface HoldDialogProps {
  readonly open: boolean;
  readonly name: string;
  readonly subject: Pick<ParamsOf<"setHold">, "chat_id" | "user_id">;
  readonly onClose: () => void;
}

export function HoldDialog({ open, name, subject, onClose }: HoldDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog open={open} onClose={onClose} title={t`Put ${name} under hold`}>
      {open && <HoldForm subject={subject} onDone={onClose} />}
    </Dialog>
  );
}

function HoldForm({ subject, onDone }: Pick<HoldDialogProps, "subject"> & { readonly onDone: () => void }) {
  const { t } = useLingui();
  const { api } = useClient();
  const queries = useQueryClient();
  const showToast = useToast();
  const form = useForm(async ({ reason = "" }) => {
    await api.call("setHold", { ...subject, reason });
    await refetchAfterChange(queries, ["owner", "holds"]);
    showToast(t`Saved`);
    onDone();
  });
  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-4 px-5 pb-5">
      <p className="text-soft">
        <Trans>No period deletes these messages until the hold is ended on the page “Retention”.</Trans>
      </p>
      <TextField label={t`Reason`} hint={t`Only owners see it.`} name="reason" maxLength={MAX_HOLD_REASON} />
      <FormError error={form.error} />
      <Button type="submit" disabled={form.busy} className="self-end">
        <Trans>Put under hold</Trans>
      </Button>
    </form>
  );
}
