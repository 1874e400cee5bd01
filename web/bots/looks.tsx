/** A bot's name, and what people read before they start it. */
import { Trans, useLingui } from "@lingui/react/macro";
import { BOT_LIMITS, type OwnBot } from "@heliogram/shared/wire.ts";
import { FormFault } from "../forms/form-fault.tsx";
import { useForm } from "../forms/use-form.ts";
import { Button } from "../ui/button.tsx";
import { Field, TextArea } from "../ui/field.tsx";
import { useNotice } from "../ui/toasts.tsx";
import { useEditBot } from "./use-edit-bot.ts";

export function Looks({ bot }: { readonly bot: OwnBot }) {
  const { t } = useLingui();
  const notice = useNotice();
  const edit = useEditBot(bot.user.id);
  const form = useForm(async ({ name = "", description = "" }) => {
    await edit({ name, description });
    notice(t`Saved`);
  });
  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-4">
      <Field
        label={t`Name`}
        name="name"
        required
        maxLength={BOT_LIMITS.name}
        defaultValue={bot.user.first_name}
        dir="auto"
        autoComplete="off"
      />
      <TextArea
        label={t`Description`}
        name="description"
        maxLength={BOT_LIMITS.description}
        defaultValue={bot.description}
        dir="auto"
        hint={t`What people read before they start the bot.`}
      />
      <FormFault fault={form.fault} />
      <Button type="submit" disabled={form.busy} className="self-end">
        <Trans>Save</Trans>
      </Button>
    </form>
  );
}
