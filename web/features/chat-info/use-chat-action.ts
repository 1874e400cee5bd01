/**
 * Runs an action on a chat: keeps whether it is running, shows a toast with the outcome, and refetches the panel's data.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refetchAfterChange } from "../../core/client/refetch.ts";
import { useErrorToast } from "../rights/use-error-message.ts";
import { useToast } from "../../ui/feedback/toasts.tsx";
import { chatKey } from "./queries.ts";

interface ChatAction {
  readonly busy: boolean;
  /**
   * `done` is the text of the toast after a success.
   * @returns whether the action succeeded
   */
  readonly run: (action: () => Promise<unknown>, done?: string) => Promise<boolean>;
}

export function useChatAction(chat_id: number): ChatAction {
  const queries = useQueryClient();
  const showToast = useToast();
  const showErrorToast = useErrorToast();
  const [busy, setBusy] = useState(false);
  return {
    busy,
    async run(action, done) {
      setBusy(true);
      try {
        await action();
        if (done !== undefined) showToast(done);
        return true;
      } catch (error) {
        showErrorToast(error);
        return false;
      } finally {
        setBusy(false);
        void refetchAfterChange(queries, chatKey(chat_id));
      }
    },
  };
}
