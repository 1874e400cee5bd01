/** Asks for an archive and downloads it. A failure, and the beginning of the download, are shown as a toast. */
import { useLingui } from "@lingui/react/macro";
import type { ArchiveLink } from "@heliogram/shared/wire.ts";
import { checkDownload } from "../../core/api/check-download.ts";
import { useClient } from "../../core/client/context.tsx";
import { useToast } from "../../ui/feedback/toasts.tsx";
import { useAction, type Action } from "./use-action.ts";

/** @param ask - calls the method that makes the link */
export function useArchive<T>(ask: (input: T) => Promise<ArchiveLink>): Action<T> {
  const { t } = useLingui();
  const { ports } = useClient();
  const showToast = useToast();
  return useAction(
    async (input: T) => {
      const { path } = await ask(input);
      await checkDownload(path);
      ports.saveAddress(path);
      showToast(t`The download has begun.`);
    },
    ["owner", "audit"],
  );
}
