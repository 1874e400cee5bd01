/** What to do when a page of the panel has done its work: back to where one came from. */
import { useCanGoBack, useNavigate, useRouter } from "@tanstack/react-router";
import { useRow } from "./row-context.ts";

export function useLeavePage(): () => void {
  const { chat } = useRow();
  const router = useRouter();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  return () => {
    if (canGoBack) router.history.back({ ignoreBlocker: true });
    else void navigate({ to: "/chat/$chatId/info", params: { chatId: chat.id } });
  };
}
