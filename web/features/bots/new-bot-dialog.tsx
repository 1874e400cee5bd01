/** The dialog for creating a bot. It shows the token once, after the bot was created. */
import { BOT_LIMITS } from "@heliogram/shared/limits.ts";
import { MAX_USERNAME, MIN_BOT_USERNAME } from "@heliogram/shared/usernames.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ResultOf } from "../../core/api/api.ts";
import { useClient } from "../../core/client/context.tsx";
import { refetchAfterChange } from "../../core/client/refetch.ts";
import { FormError } from "../forms/form-error.tsx";
import { useForm } from "../forms/use-form.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { Spinner } from "../../ui/feedback/spinner.tsx";
import { TokenPanel } from "./token-panel.tsx";
import { OWN_BOTS } from "./use-own-bots.ts";

interface NewBotDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

type CreatedBot = ResultOf<"createBot">;

export function NewBotDialog({ open, onClose }: NewBotDialogProps) {
  const { t } = useLingui();
  const [made, setMade] = useState<CreatedBot>();
  const close = () => {
    setMade(undefined);
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={made ? t`Your bot is there` : t`New bot`}
      className={made ? "w-[min(36rem,calc(100vw-2rem))]" : ""}
    >
      {made ? <TokenPanel made={made} onDone={close} /> : <NewBotForm onMade={setMade} onCancel={close} />}
    </Dialog>
  );
}

interface NewBotFormProps {
  readonly onMade: (made: CreatedBot) => void;
  readonly onCancel: () => void;
}

function NewBotForm({ onMade, onCancel }: NewBotFormProps) {
  const { t } = useLingui();
  const { api } = useClient();
  const queries = useQueryClient();
  const form = useForm(async ({ name = "", username = "" }) => {
    onMade(await api.call("createBot", { name, username }));
    await refetchAfterChange(queries, OWN_BOTS);
  });
  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-4 px-5 pb-5">
      <TextField
        label={t`Name`}
        name="name"
        required
        maxLength={BOT_LIMITS.name}
        autoFocus
        autoComplete="off"
        hint={t`What people see. It can be changed later.`}
      />
      <TextField
        label={t`User name`}
        name="username"
        required
        minLength={MIN_BOT_USERNAME}
        maxLength={MAX_USERNAME}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={t`Latin letters, digits and underscores, ending in “bot”. It stays.`}
      />
      <FormError error={form.error} />
      <div className="flex justify-end gap-2">
        <Button variant="plain" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" disabled={form.busy}>
          {form.busy && <Spinner />}
          <Trans>Make the bot</Trans>
        </Button>
      </div>
    </form>
  );
}
