/** The picture of a chat, and putting another one in its place. */
import { useLingui } from "@lingui/react/macro";
import { useClient } from "../client/context.tsx";
import { PhotoField } from "../forms/photo-field.tsx";
import { titleOf } from "../model/names.ts";
import { useRow } from "./row-context.ts";
import { useChange } from "./use-change.ts";

export function PhotoRow() {
  const { t } = useLingui();
  const { chat, photo } = useRow();
  const { api } = useClient();
  const { busy, run } = useChange(chat.id);
  const chat_id = chat.id;
  return (
    <div className="rounded-2xl bg-surface p-5">
      <PhotoField
        id={chat.id}
        name={titleOf(chat)}
        photo={photo}
        label={t`Photo of the chat`}
        busy={busy}
        onChoose={(file) => void run(() => api.call("setChatPhoto", { chat_id, photo: file }))}
        onRemove={() => void run(() => api.call("deleteChatPhoto", { chat_id }))}
      />
    </div>
  );
}
