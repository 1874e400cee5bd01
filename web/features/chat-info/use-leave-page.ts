/** Leaves a page of the panel after its form was saved: back to the previous page. */
import { useCanGoBack, useNavigate, useRouter } from "@tanstack/react-router";
import { useChatRow } from "./chat-row-context.ts";

export function useLeavePage(): () => void {
  const { chat } = useChatRow();
  const router = useRouter();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  return () => {
    if (canGoBack) router.history.back({ ignoreBlocker: true });
    else void navigate({ to: "/chat/$chatId/info", params: { chatId: chat.id } });
  };
}
