/** The form for a bot's name, the description that people read before they start it, and that on its profile. */
import { Trans, useLingui } from "@lingui/react/macro";
import { BOT_LIMITS } from "@heliogram/shared/limits.ts";
import type { OwnBot } from "@heliogram/shared/wire.ts";
import { FormError } from "../forms/form-error.tsx";
import { useForm } from "../forms/use-form.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { TextField, TextArea } from "../../ui/forms/text-field.tsx";
import { useToast } from "../../ui/feedback/toasts.tsx";
import { useEditBot } from "./use-edit-bot.ts";

export function BotProfileForm({ bot }: { readonly bot: OwnBot }) {
  const { t } = useLingui();
  const showToast = useToast();
  const edit = useEditBot(bot.user.id);
  const form = useForm(async ({ name = "", description = "", short_description = "" }) => {
    await edit({ name, description, short_description });
    showToast(t`Saved`);
  });
  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-4">
      <TextField
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
      <TextArea
        label={t`Short description`}
        name="short_description"
        maxLength={BOT_LIMITS.short_description}
        defaultValue={bot.short_description}
        dir="auto"
        hint={t`What people read on the profile of the bot.`}
      />
      <FormError error={form.error} />
      <Button type="submit" disabled={form.busy} className="self-end">
        <Trans>Save</Trans>
      </Button>
    </form>
  );
}
