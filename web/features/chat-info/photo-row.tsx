/** The photo of a chat, with buttons for changing and removing it. */
import { useLingui } from "@lingui/react/macro";
import { useClient } from "../../core/client/context.tsx";
import { PhotoField } from "../forms/photo-field.tsx";
import { titleOf } from "../../core/model/people/names.ts";
import { useChatRow } from "./chat-row-context.ts";
import { useChatAction } from "./use-chat-action.ts";

export function PhotoRow() {
  const { t } = useLingui();
  const { chat, photo } = useChatRow();
  const { api } = useClient();
  const { busy, run } = useChatAction(chat.id);
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
