/** Saves an edited text. If that fails, the text returns to the composer. */
import { useLingui } from "@lingui/react/macro";
import { isRetryable } from "../../core/api/errors.ts";
import { useClient } from "../../core/client/context.tsx";
import { chatIdOf, type Place } from "../../core/model/chats/place.ts";
import type { FormattedText } from "../../core/model/text/markdown.ts";
import { firstLink, isPreviewOff } from "../../core/model/messages/link-preview.ts";
import { lengthOf, splitText } from "../../core/model/text/split-text.ts";
import { useErrorToast } from "../rights/use-error-message.ts";
import { cancelEditOrReply, editedMessages, sameContent, type MessagesOfText } from "../../core/store/drafts.ts";
import type { Draft } from "../../core/store/state.ts";
import { useToast } from "../../ui/feedback/toasts.tsx";
import { canSplit, maxLengthOf } from "./counter.tsx";

export function useSaveEdit(place: Place, draft: Draft): (styled: FormattedText) => void {
  const { t } = useLingui();
  const { drafts, messages, outbox } = useClient();
  const showToast = useToast();
  const showErrorToast = useErrorToast();
  /** Does nothing if the user has begun another draft. */
  const restoreDraft = () => {
    const left = cancelEditOrReply(draft);
    drafts.changeDraft(place, (now) => (now.editing || !sameContent(now, left) ? now : draft));
  };
  /** A text of another length than before needs fewer messages or more. */
  const saveParts = async (edited: MessagesOfText, parts: readonly FormattedText[]) => {
    for (const [index, message] of edited.entries()) {
      const part = parts[index];
      if (part) await messages.editText(message, part, isPreviewOff(draft, firstLink(part)));
    }
    const unneeded = edited.slice(parts.length).map(({ message_id }) => message_id);
    if (unneeded.length > 0) await messages.deleteMessages(chatIdOf(place), unneeded);
    for (const part of parts.slice(edited.length)) outbox.send(place, part);
  };
  return (styled) => {
    const edited = editedMessages(draft);
    if (!edited) return;
    const over = lengthOf(styled.text) - maxLengthOf(draft);
    if (over > 0 && !canSplit(draft)) {
      showToast(t`This is ${over} characters too long to be saved.`);
      return;
    }
    drafts.changeDraft(place, cancelEditOrReply);
    saveParts(edited, canSplit(draft) ? splitText(styled) : [styled]).catch((error: unknown) => {
      showErrorToast(error);
      if (isRetryable(error)) restoreDraft();
    });
  };
}
