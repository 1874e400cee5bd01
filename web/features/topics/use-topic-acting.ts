/** What others are doing in a topic at the moment. */
import { useShallowClientState } from "../../core/client/context.tsx";
import { threadOf } from "../../core/model/chats/place.ts";
import type { ChatAction } from "../../core/store/state.ts";

const NOBODY: readonly ChatAction[] = [];

export function useTopicActing(chat_id: number, thread_id: number): readonly ChatAction[] {
  return useShallowClientState(
    (state) => state.chat_actions[chat_id]?.filter((each) => threadOf(each) === thread_id) ?? NOBODY,
  );
}
