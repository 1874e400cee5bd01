/** Begins a reply in the composer. */
import type { Message } from "@heliogram/shared/wire.ts";
import { useClient } from "../../core/client/context.tsx";
import { usePlace } from "../../core/client/use-place.ts";
import type { Quote } from "../../core/model/messages/quote.ts";
import { startReply } from "../../core/store/drafts.ts";
import { focusComposer } from "../composer/focus.ts";

export function useReply(chat_id: number): (to: Message, quote?: Quote) => void {
  const { drafts } = useClient();
  const place = usePlace(chat_id);
  return (to, quote) => {
    drafts.changeDraft(place, (draft) => startReply(draft, to, quote));
    focusComposer();
  };
}
