/** Shown in place of messages that are not saved in this browser, while the service cannot be reached. */
import { Trans } from "@lingui/react/macro";
import { CloudOff } from "lucide-react";

export function NotHereOffline() {
  return (
    <div
      role="status"
      className="grid h-full flex-1 place-content-center justify-items-center gap-3 bg-canvas p-6 text-center"
    >
      <CloudOff aria-hidden className="size-8 text-soft" />
      <p className="text-lg font-semibold">
        <Trans>This chat is not here offline</Trans>
      </p>
      <p className="max-w-80 text-soft">
        <Trans>Only the chats that you opened lately are saved in this browser. It is loaded when you are back.</Trans>
      </p>
    </div>
  );
}
