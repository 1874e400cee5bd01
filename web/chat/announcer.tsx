/** Reads new messages of the open chat to screen readers, and nothing that was there before. */
import { useLingui } from "@lingui/react/macro";
import { useMatch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useClient } from "../client/context.tsx";
import { usePreview } from "../message/preview.ts";
import { isOwn } from "../model/may.ts";
import { speakerOf } from "../model/names.ts";

/** Lines kept: a reader that is busy comes back to what it has not read yet. */
const MAX_LINES = 10;

interface Line {
  readonly id: number;
  readonly words: string;
}

export function Announcer() {
  const { t } = useLingui();
  const client = useClient();
  const preview = usePreview();
  const [lines, setLines] = useState<readonly Line[]>([]);
  const open = useMatch({ from: "/signed-in/chat/$chatId", shouldThrow: false })?.params.chatId;
  const shown = useRef(preview);
  useEffect(() => void (shown.current = preview));
  useEffect(() => {
    setLines([]);
    return client.listen((chat_id, event) => {
      if (chat_id !== open || event.kind !== "message" || !event.message) return;
      const { message } = event;
      if (isOwn(message, client.store.getState().me?.user.id)) return;
      const line = { id: message.message_id, words: `${speakerOf(message).name}: ${shown.current(message).text}` };
      setLines((before) => [...before.filter(({ id }) => id !== line.id), line].slice(-MAX_LINES));
    });
  }, [client, open]);
  // A line of its own for each: the same words twice are two messages, and a second one does not take the first one's place.
  return (
    <div role="log" aria-label={t`New messages`} aria-live="polite" className="sr-only">
      {lines.map(({ id, words }) => (
        <p key={id}>{words}</p>
      ))}
    </div>
  );
}
