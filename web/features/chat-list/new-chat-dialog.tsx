/** The dialog for creating a group or channel. */
import { MAX_CHAT_TITLE } from "@heliogram/shared/limits.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { FormError } from "../forms/form-error.tsx";
import { PublicNameField } from "../forms/public-name-field.tsx";
import { useForm } from "../forms/use-form.ts";
import { useClient } from "../../core/client/context.tsx";
import { addChat } from "../../core/store/chats.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";

interface NewChatDialogProps {
  readonly type: "supergroup" | "channel";
  readonly open: boolean;
  readonly onClose: () => void;
}

export function NewChatDialog({ type, open, onClose }: NewChatDialogProps) {
  const { t } = useLingui();
  const { api, store } = useClient();
  const navigate = useNavigate();
  const form = useForm(async ({ title = "", username = "" }) => {
    const named = username.trim() === "" ? {} : { username: username.trim() };
    const row = await api.call("createChat", { type, title, ...named });
    store.setState(addChat(row));
    onClose();
    const params = { chatId: row.chat.id };
    await navigate({ to: "/chat/$chatId", params });
    // The members of a group are chosen next, all at once. “Back” then leads to the group.
    if (type !== "channel") await navigate({ to: "/chat/$chatId/info/add", params });
  });
  const taken = form.error?.reason === "USERNAME_TAKEN";
  return (
    <Dialog open={open} onClose={onClose} title={type === "channel" ? t`New channel` : t`New group`}>
      <form onSubmit={form.onSubmit} className="flex flex-col gap-4 px-5 pb-5">
        <TextField label={t`Name`} name="title" required maxLength={MAX_CHAT_TITLE} autoFocus autoComplete="off" />
        <PublicNameField error={taken ? form.error?.message : undefined} />
        <FormError error={taken ? undefined : form.error} />
        <div className="flex justify-end gap-2">
          <Button variant="plain" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" disabled={form.busy}>
            {type === "channel" ? <Trans>Make channel</Trans> : <Trans>Make group</Trans>}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
