/** The pictures and films of a chat, one after another; further ones are fetched as one comes near the end. */
import type { Message } from "@heliogram/shared/wire.ts";
import { useEffect, useMemo } from "react";
import { useClient, useClientState } from "../client/context.tsx";

const NONE: readonly Message[] = [];
/** So near an end, the next page is asked for. */
const NEAR = 3;

export interface Walk {
  /** As it is now; `undefined` once it was deleted. */
  readonly current: Message | undefined;
  readonly previous: Message | undefined;
  readonly next: Message | undefined;
}

export function useWalk(chat_id: number, message_id: number): Walk {
  const { history } = useClient();
  const messages = useClientState((state) => state.histories[chat_id]?.messages ?? NONE);
  const reachesStart = useClientState((state) => state.histories[chat_id]?.reachesStart ?? true);
  const reachesEnd = useClientState((state) => state.histories[chat_id]?.reachesEnd ?? true);
  const shown = useMemo(() => messages.filter(isIn(message_id)), [messages, message_id]);
  const at = shown.findIndex((message) => message.message_id === message_id);
  const wantsOlder = at >= 0 && at < NEAR && !reachesStart;
  const wantsNewer = at >= 0 && at >= shown.length - NEAR && !reachesEnd;
  useEffect(() => {
    if (wantsOlder) void history.loadOlder(chat_id).catch(() => {});
  }, [history, chat_id, wantsOlder, messages]);
  useEffect(() => {
    if (wantsNewer) void history.loadNewer(chat_id).catch(() => {});
  }, [history, chat_id, wantsNewer, messages]);
  return { current: shown[at], previous: shown[at - 1], next: at < 0 ? undefined : shown[at + 1] };
}

/** What its sender wants covered is passed by, except where the person uncovered it to look at it. */
function isIn(chosen: number): (message: Message) => boolean {
  return ({ photo, video, has_media_spoiler, message_id }) =>
    (photo ?? video) !== undefined && (has_media_spoiler !== true || message_id === chosen);
}
