/** Saves an edited message. If that fails, the text returns to the composer. */
import { useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { isRetryable } from "../../core/api/errors.ts";
import { useClient } from "../../core/client/context.tsx";
import type { FormattedText } from "../../core/model/text/markdown.ts";
import { lengthOf } from "../../core/model/text/split-text.ts";
import { useErrorToast } from "../rights/use-error-message.ts";
import { cancelEditOrReply, sameContent } from "../../core/store/drafts.ts";
import type { Draft } from "../../core/store/state.ts";
import { useToast } from "../../ui/feedback/toasts.tsx";
import { maxLengthOf } from "./counter.tsx";

export function useSaveEdit(chat_id: number, draft: Draft): (message: Message, styled: FormattedText) => void {
  const { t } = useLingui();
  const { drafts, messages } = useClient();
  const showToast = useToast();
  const showErrorToast = useErrorToast();
  /** Does nothing if the user has begun another draft. */
  const restoreDraft = () => {
    const left = cancelEditOrReply(draft);
    drafts.changeDraft(chat_id, (now) => (now.editing || !sameContent(now, left) ? now : draft));
  };
  return (message, styled) => {
    const over = lengthOf(styled.text) - maxLengthOf(draft);
    if (over > 0) {
      showToast(t`This is ${over} characters too long to be saved.`);
      return;
    }
    drafts.changeDraft(chat_id, cancelEditOrReply);
    messages.editText(message, styled).catch((error: unknown) => {
      showErrorToast(error);
      if (isRetryable(error)) restoreDraft();
    });
  };
}
