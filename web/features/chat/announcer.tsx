/** A live region that reads new messages of the open chat or topic to screen readers. */
import { useLingui } from "@lingui/react/macro";
import { useMatch } from "@tanstack/react-router";
import { useCallback, useEffect, useRef, useState } from "react";
import { useClient } from "../../core/client/context.tsx";
import { usePreview } from "../message/preview.ts";
import { isIn, placeOf } from "../../core/model/chats/place.ts";
import { isOwn } from "../../core/model/rights/message-permissions.ts";
import type { StreamedDraft } from "../../core/model/messages/streamed-draft.ts";
import { nameOf, senderOf } from "../../core/model/people/names.ts";

/** Messages kept in the region, so that a screen reader that is busy can still read them. */
const MAX_ANNOUNCEMENTS = 10;

interface Announcement {
  readonly id: number | string;
  readonly text: string;
}

export function Announcer() {
  const { t } = useLingui();
  const client = useClient();
  const preview = usePreview();
  const [announcements, setAnnouncements] = useState<readonly Announcement[]>([]);
  const match = useMatch({ from: "/signed-in/chat/$chatId", shouldThrow: false });
  const open = match?.params.chatId;
  const place = open === undefined ? undefined : placeOf(open, match?.search.topic);
  const announce = useCallback(
    (announcement: Announcement) =>
      setAnnouncements((before) =>
        [...before.filter(({ id }) => id !== announcement.id), announcement].slice(-MAX_ANNOUNCEMENTS),
      ),
    [],
  );
  const latestPreview = useRef(preview);
  useEffect(() => void (latestPreview.current = preview));
  useEffect(() => {
    setAnnouncements([]);
    return client.listen((_chat_id, event) => {
      if (event.kind !== "message" || !event.message) return;
      const { message } = event;
      if (place === undefined || !isIn(place, message)) return;
      if (isOwn(message, client.store.getState().me?.user.id)) return;
      const announcement = {
        id: message.message_id,
        text: `${senderOf(message).name}: ${latestPreview.current(message).text}`,
      };
      announce(announcement);
    });
  }, [client, place, announce]);
  useEffect(
    () =>
      client.store.subscribe(({ streamed_drafts: now }, { streamed_drafts: before }) => {
        if (open === undefined || now[open] === before[open]) return;
        for (const { user, draft_id } of now[open] ?? []) {
          const isSame = (each: StreamedDraft) => each.user.id === user.id && each.draft_id === draft_id;
          if (before[open]?.some(isSame)) continue;
          const name = nameOf(user);
          // Only the beginning is read, and the message when it comes: not each change of the text.
          announce({ id: `${user.id} ${draft_id}`, text: t`${name} is writing an answer` });
        }
      }),
    [client, open, announce, t],
  );
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
