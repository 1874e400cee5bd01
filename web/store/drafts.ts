/** Changes of what is written but not sent. */
import type { Change, Draft } from "./state.ts";

export const EMPTY_DRAFT: Draft = { text: "" };

export function setDraft(chat_id: number, draft: Draft): Change {
  return ({ drafts }) => {
    const { [chat_id]: _, ...others } = drafts;
    const empty = draft.text === "" && !draft.reply_to && !draft.editing;
    return { drafts: empty ? others : { ...others, [chat_id]: draft } };
  };
}
