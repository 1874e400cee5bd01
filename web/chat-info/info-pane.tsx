/** The panel beside an open chat, or in its place: its pages, and what keeps them as things stand. */
import { useLingui } from "@lingui/react/macro";
import { Outlet, useNavigate, useParams } from "@tanstack/react-router";
import { useEffect, type KeyboardEvent } from "react";
import { useClientState } from "../client/context.tsx";
import { CloseContext } from "./close-context.ts";
import { RowContext } from "./row-context.ts";
import { useClose } from "./use-close.ts";
import { useLive } from "./use-live.ts";

export function InfoPane() {
  const { t } = useLingui();
  const { chatId = 0 } = useParams({ strict: false });
  const row = useClientState((state) => state.chats?.[chatId]);
  const navigate = useNavigate();
  const close = useClose(chatId);
  useLive(chatId);
  // A group or channel that the person is in no longer: the chat says so, and must not lie behind an empty panel.
  const gone = useClientState((state) => chatId < 0 && state.list_whole && !(chatId in (state.chats ?? {})));
  useEffect(() => {
    if (gone) void navigate({ to: "/chat/$chatId", params: { chatId }, replace: true });
  }, [chatId, gone, navigate]);
  if (!row) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return;
    event.preventDefault();
    close();
  };
  return (
    <section
      aria-label={t`About this chat`}
      className="absolute inset-0 z-20 flex flex-col bg-canvas xl:static xl:w-96 xl:shrink-0 xl:border-s xl:border-line"
      onKeyDown={onKeyDown}
    >
      <RowContext value={row}>
        <CloseContext value={close}>
          <Outlet />
        </CloseContext>
      </RowContext>
    </section>
  );
}
