/** Reads new messages of the open chat to screen readers, and nothing that was there before. */
import { useLingui } from "@lingui/react/macro";
import { useMatch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useClient } from "../client/context.tsx";
import { usePreview } from "../message/preview.ts";
import { speakerOf } from "../model/names.ts";

export function Announcer() {
  const { t } = useLingui();
  const client = useClient();
  const preview = usePreview();
  const [said, setSaid] = useState("");
  const open = useMatch({ from: "/signed-in/chat/$chatId", shouldThrow: false })?.params.chatId;
  const shown = useRef(preview);
  useEffect(() => void (shown.current = preview));
  useEffect(() => {
    setSaid("");
    return client.listen((chat_id, event) => {
      if (chat_id !== open || event.kind !== "message" || !event.message) return;
      const { message } = event;
      if (message.from?.id === client.store.getState().me?.user.id) return;
      setSaid(`${speakerOf(message).name}: ${shown.current(message).text}`);
    });
  }, [client, open]);
  return (
    <div role="log" aria-label={t`New messages`} aria-live="polite" aria-atomic className="sr-only">
      {said}
    </div>
  );
}
