/** Saves the changed words of a message, and gives them back to the person where that fails. */
import { useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { mayPass } from "../api/failure.ts";
import { useClient } from "../client/context.tsx";
import type { Styled } from "../model/markdown.ts";
import { lengthOf } from "../model/split.ts";
import { useComplain } from "../rights/use-sentence.ts";
import { leftDraft, sameWritten } from "../store/drafts.ts";
import type { Draft } from "../store/state.ts";
import { useNotice } from "../ui/toasts.tsx";
import { mostFor } from "./counter.tsx";

export function useSaveEdit(chat_id: number, draft: Draft): (message: Message, words: Styled) => void {
  const { t } = useLingui();
  const { drafts, messages } = useClient();
  const notify = useNotice();
  const complain = useComplain();
  /** Unless something else is being written by now. */
  const takeUpAgain = () => {
    const left = leftDraft(draft);
    drafts.changeDraft(chat_id, (now) => (now.editing || !sameWritten(now, left) ? now : draft));
  };
  return (message, words) => {
    const over = lengthOf(words.text) - mostFor(draft);
    if (over > 0) {
      notify(t`This is ${over} characters too long to be saved.`);
      return;
    }
    drafts.changeDraft(chat_id, leftDraft);
    messages.editText(message, words).catch((error: unknown) => {
      complain(error);
      if (mayPass(error)) takeUpAgain();
    });
  };
}
