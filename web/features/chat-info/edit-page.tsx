/** The page for editing the name, description, public name and photo of a group or channel. */
import { MAX_CHAT_TITLE, MAX_CHAT_DESCRIPTION } from "@heliogram/shared/limits.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { FormError } from "../forms/form-error.tsx";
import { PublicNameField } from "../forms/public-name-field.tsx";
import { useForm } from "../forms/use-form.ts";
import { useDisabledReason } from "../rights/use-disabled-reason.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { TextField, TextArea } from "../../ui/forms/text-field.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { ExportCard } from "./export-card.tsx";
import { Hint, Panel } from "./panel.tsx";
import { PreviewsCard } from "./previews-card.tsx";
import { PhotoRow } from "./photo-row.tsx";
import { RetentionCard } from "./retention-card.tsx";
import { TopicsSwitch } from "./topics-switch.tsx";
import { useChatInfo } from "./queries.ts";
import { useChatRow } from "./chat-row-context.ts";
import { useLeavePage } from "./use-leave-page.ts";

export function EditPage() {
  const { t } = useLingui();
  const row = useChatRow();
  const { chat, can } = row;
  const disabledReason = useDisabledReason();
  const form = useId();
  const info = useChatInfo(chat.id).data;
  const hasPreviews = useClientState((state) => state.me?.link_previews === true);
  const title = chat.type === "channel" ? t`Edit the channel` : t`Edit the group`;
  if (can?.change_info) {
    return (
      <Panel title={title} parent="overview">
        <Hint>{disabledReason(can.change_info, row)}</Hint>
      </Panel>
    );
  }
  return (
    <Panel
      title={title}
      parent="overview"
      footer={
        <Button type="submit" form={form} className="w-full">
          <Trans>Save</Trans>
        </Button>
      }
    >
      <PhotoRow />
      {info ? (
        <EditForm
          key={`${chat.title}/${chat.username}/${info.description}`}
          id={form}
          description={info.description ?? ""}
        />
      ) : (
        <Skeleton className="h-40 rounded-2xl" />
      )}
      {chat.type === "supergroup" && <TopicsSwitch />}
      <RetentionCard />
      {info && hasPreviews && <PreviewsCard isOff={info.link_previews_disabled === true} />}
      <ExportCard />
    </Panel>
  );
}

function EditForm({ id, description }: { readonly id: string; readonly description: string }) {
  const { t } = useLingui();
  const row = useChatRow();
  const { chat } = row;
  const disabledReason = useDisabledReason();
  const { api } = useClient();
  const leave = useLeavePage();
  const before = chat.title ?? "";
  const form = useForm(async (fields) => {
    const chat_id = chat.id;
    const title = (fields.title ?? "").trim();
    const about = (fields.description ?? "").trim();
    const username = (fields.username ?? "").trim().replace(/^@/, "");
    // The public name goes first, because it is the one that may be refused: then nothing else has changed.
    if (username !== (chat.username ?? "")) await api.call("setChatUsername", { chat_id, username });
    if (title !== before) await api.call("setChatTitle", { chat_id, title });
    if (about !== description) await api.call("setChatDescription", { chat_id, description: about });
    leave();
  });
  const taken = form.error?.reason === "USERNAME_TAKEN";
  return (
    <form id={id} onSubmit={form.onSubmit} className="flex flex-col gap-4 rounded-2xl bg-surface p-5">
      <TextField
        label={t`Name`}
        name="title"
        required
        maxLength={MAX_CHAT_TITLE}
        defaultValue={before}
        dir="auto"
        autoComplete="off"
      />
      <TextArea
        label={t`Description`}
        name="description"
        maxLength={MAX_CHAT_DESCRIPTION}
        defaultValue={description}
        hint={t`Everybody who can see the chat can read it.`}
      />
      <PublicNameField
        value={chat.username}
        reason={row.member?.status === "creator" ? undefined : disabledReason("NOT_THE_OWNER", row)}
        error={taken ? form.error?.message : undefined}
      />
      <FormError error={taken ? undefined : form.error} />
    </form>
  );
}
