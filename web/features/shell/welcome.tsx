/** Shown beside the list of chats while no chat is open. */
import { Trans } from "@lingui/react/macro";
import { MessagesSquare } from "lucide-react";
import { ShortcutKeys } from "../../ui/shortcuts/shortcut-keys.tsx";

export function Welcome() {
  return (
    <div className="grid h-full place-items-center bg-canvas p-6">
      <div className="flex max-w-72 flex-col items-center gap-3 text-center">
        <span className="grid size-16 place-items-center rounded-full bg-selected text-accent">
          <MessagesSquare aria-hidden className="size-8" />
        </span>
        <h1 className="text-lg font-semibold">
          <Trans>Choose a chat</Trans>
        </h1>
        <p className="text-soft">
          <Trans>
            Or press <ShortcutKeys name="find_chat" /> to find one by its name. <ShortcutKeys name="show_shortcuts" />{" "}
            shows what other keys do.
          </Trans>
        </p>
      </div>
    </div>
  );
}
