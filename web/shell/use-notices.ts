/** Announces new messages outside the page while nobody looks at it. */
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useClient } from "../client/context.tsx";
import { usePreview } from "../message/preview.ts";
import { deservesNotice } from "../model/attention.ts";
import { speakerOf, titleOf } from "../model/names.ts";

export function useNotices(): void {
  const client = useClient();
  const navigate = useNavigate();
  const preview = usePreview();
  const shown = useRef(preview);
  useEffect(() => void (shown.current = preview));
  useEffect(
    () =>
      client.listen((chat_id, event) => {
        if (event.kind !== "message" || !event.message || client.ports.surroundings.isVisible()) return;
        const { message } = event;
        const { chats, me } = client.store.getState();
        const row = chats?.[chat_id];
        const now_ms = client.ports.clock.now_ms();
        if (!row || !me || !deservesNotice(message, row, me.user.id, now_ms)) return;
        const title = titleOf(row.chat);
        const { text } = shown.current(message);
        const body = row.chat.type === "supergroup" ? `${speakerOf(message).name}: ${text}` : text;
        const open = () => void navigate({ to: "/chat/$chatId", params: { chatId: chat_id } });
        client.notices.show({ title, body, tag: String(chat_id) }, open);
      }),
    [client, navigate],
  );
}
