/** Finds the previous and next photo or video of a chat, and loads more messages near the end of the loaded ones. */
import type { Message } from "@heliogram/shared/wire.ts";
import { useEffect, useMemo } from "react";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { usePlace } from "../../core/client/use-place.ts";
import { withFilesApart } from "../../core/model/messages/rich-files.ts";

const NO_MESSAGES: readonly Message[] = [];
/** The number of photos and videos from an end at which the next page is loaded. */
const PREFETCH_DISTANCE = 3;

export interface MediaNeighbours {
  /** The message in its current state; `undefined` once it was deleted. */
  readonly current: Message | undefined;
  readonly previous: Message | undefined;
  readonly next: Message | undefined;
}

export function useMediaNeighbours(chat_id: number, message_id: number): MediaNeighbours {
  const { history } = useClient();
  const place = usePlace(chat_id);
  const messages = useClientState((state) => state.histories[place]?.messages ?? NO_MESSAGES);
  const reachesStart = useClientState((state) => state.histories[place]?.reachesStart ?? true);
  const reachesEnd = useClientState((state) => state.histories[place]?.reachesEnd ?? true);
  const shown = useMemo(() => withFilesApart(messages).filter(isShownFor(message_id)), [messages, message_id]);
  const index = shown.findIndex((message) => message.message_id === message_id);
  const wantsOlder = index >= 0 && index < PREFETCH_DISTANCE && !reachesStart;
  const wantsNewer = index >= 0 && index >= shown.length - PREFETCH_DISTANCE && !reachesEnd;
  useEffect(() => {
    if (wantsOlder) void history.loadOlder(place).catch(() => {});
  }, [history, place, wantsOlder, messages]);
  useEffect(() => {
    if (wantsNewer) void history.loadNewer(place).catch(() => {});
  }, [history, place, wantsNewer, messages]);
  return { current: shown[index], previous: shown[index - 1], next: index < 0 ? undefined : shown[index + 1] };
}

/** Covered spoilers are skipped, except for the one that the user has uncovered and opened. */
function isShownFor(chosen: number): (message: Message) => boolean {
  return ({ photo, video, has_media_spoiler, message_id }) =>
    (photo ?? video) !== undefined && (has_media_spoiler !== true || message_id === chosen);
}
