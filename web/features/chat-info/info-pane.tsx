/**
 * The panel about a chat, beside it or in its place. It provides the chat to its pages and keeps their data current.
 */
import { useLingui } from "@lingui/react/macro";
import { Outlet, useNavigate, useParams } from "@tanstack/react-router";
import { useEffect, type KeyboardEvent } from "react";
import { isOfInputMethod } from "../../core/model/keyboard/composition.ts";
import { useClientState } from "../../core/client/context.tsx";
import { CloseContext } from "./close-context.ts";
import { ChatRowContext } from "./chat-row-context.ts";
import { usePanelClose } from "./use-panel-close.ts";
import { usePanelRefresh } from "./use-panel-refresh.ts";

export function InfoPane() {
  const { t } = useLingui();
  const { chatId = 0 } = useParams({ strict: false });
  const row = useClientState((state) => state.chats?.[chatId]);
  const navigate = useNavigate();
  const close = usePanelClose(chatId);
  usePanelRefresh(chatId);
  // When the user leaves a group or channel, the panel closes, and the chat behind it says that it is not available.
  const hasLeft = useClientState((state) => chatId < 0 && state.list_complete && !(chatId in (state.chats ?? {})));
  useEffect(() => {
    if (hasLeft) void navigate({ to: "/chat/$chatId", params: { chatId }, replace: true });
  }, [chatId, hasLeft, navigate]);
  if (!row) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented || isOfInputMethod(event.nativeEvent)) return;
    event.preventDefault();
    close();
  };
  return (
    <section
      aria-label={t`About this chat`}
      className="absolute inset-0 z-20 flex flex-col bg-canvas xl:static xl:w-96 xl:shrink-0 xl:border-s xl:border-line"
      onKeyDown={onKeyDown}
    >
      <ChatRowContext value={row}>
        <CloseContext value={close}>
          <Outlet />
        </CloseContext>
      </ChatRowContext>
    </section>
  );
}
