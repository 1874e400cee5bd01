/** A live region that reads new messages of the open chat to screen readers. */
import { useLingui } from "@lingui/react/macro";
import { useMatch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useClient } from "../../core/client/context.tsx";
import { usePreview } from "../message/preview.ts";
import { isOwn } from "../../core/model/rights/message-permissions.ts";
import { senderOf } from "../../core/model/people/names.ts";

/** Messages kept in the region, so that a screen reader that is busy can still read them. */
const MAX_ANNOUNCEMENTS = 10;

interface Announcement {
  readonly id: number;
  readonly text: string;
}

export function Announcer() {
  const { t } = useLingui();
  const client = useClient();
  const preview = usePreview();
  const [announcements, setAnnouncements] = useState<readonly Announcement[]>([]);
  const open = useMatch({ from: "/signed-in/chat/$chatId", shouldThrow: false })?.params.chatId;
  const latestPreview = useRef(preview);
  useEffect(() => void (latestPreview.current = preview));
  useEffect(() => {
    setAnnouncements([]);
    return client.listen((chat_id, event) => {
      if (chat_id !== open || event.kind !== "message" || !event.message) return;
      const { message } = event;
      if (isOwn(message, client.store.getState().me?.user.id)) return;
      const announcement = {
        id: message.message_id,
        text: `${senderOf(message).name}: ${latestPreview.current(message).text}`,
      };
      setAnnouncements((before) =>
        [...before.filter(({ id }) => id !== announcement.id), announcement].slice(-MAX_ANNOUNCEMENTS),
      );
    });
  }, [client, open]);
  // Each message has its own paragraph with a key: two messages with the same text are both read, and a new one does
  // not replace the previous one.
  return (
    <div role="log" aria-label={t`New messages`} aria-live="polite" className="sr-only">
      {announcements.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}
