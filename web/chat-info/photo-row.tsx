/** The picture of a chat, and putting another one in its place. */
import { Trans, useLingui } from "@lingui/react/macro";
import { ImagePlus, Trash2 } from "lucide-react";
import { useRef } from "react";
import { useClient } from "../client/context.tsx";
import { titleOf } from "../model/names.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { useRow } from "./row-context.ts";
import { useChange } from "./use-change.ts";

export function PhotoRow() {
  const { t } = useLingui();
  const { chat, photo } = useRow();
  const { api } = useClient();
  const { busy, run } = useChange(chat.id);
  const input = useRef<HTMLInputElement>(null);
  const chat_id = chat.id;
  return (
    <div className="flex items-center gap-4 rounded-2xl bg-surface p-5">
      <Avatar id={chat.id} name={titleOf(chat)} photo={photo} size="large" />
      <div className="flex min-w-0 flex-col items-start gap-2">
        <Button look="soft" size="small" disabled={busy} onClick={() => input.current?.click()}>
          <ImagePlus aria-hidden className="size-4" />
          {photo ? <Trans>Change the photo</Trans> : <Trans>Choose a photo</Trans>}
        </Button>
        {photo && (
          <Button
            look="plain"
            size="small"
            className="text-danger"
            disabled={busy}
            onClick={() => void run(() => api.call("deleteChatPhoto", { chat_id }))}
          >
            <Trash2 aria-hidden className="size-4" />
            <Trans>Remove the photo</Trans>
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp"
        aria-label={t`Photo of the chat`}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file) void run(() => api.call("setChatPhoto", { chat_id, photo: file }));
        }}
      />
    </div>
  );
}
