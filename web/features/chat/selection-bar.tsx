/** The toolbar shown while messages are selected: their number, and the actions on all of them. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Copy, Forward, Trash2, X } from "lucide-react";
import { useState } from "react";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { usePlace } from "../../core/client/use-place.ts";
import { textOf } from "../../core/model/messages/content.ts";
import { refusalToDelete } from "../../core/model/rights/message-permissions.ts";
import { senderOf } from "../../core/model/people/names.ts";
import { useDisabledReason } from "../rights/use-disabled-reason.ts";
import { clearSelection } from "../../core/store/selection.ts";
import type { ChatDetails, Selection } from "../../core/store/state.ts";
import { IconButton } from "../../ui/buttons/button.tsx";
import { useCopy } from "../../ui/clipboard/copy-provider.tsx";
import { DeleteAlert } from "./delete-alert.tsx";
import { ButtonWithReason, IconButtonWithReason } from "../../ui/buttons/button-with-reason.tsx";
import { useExitOnBack } from "./use-exit-on-back.ts";
import { useProtectedContentReason } from "./use-protected-content-reason.ts";

interface SelectionBarProps {
  readonly row: ChatDetails;
  readonly selection: Selection;
}

export function SelectionBar({ row, selection: { ids, chat_id } }: SelectionBarProps) {
  const { t } = useLingui();
  const { store } = useClient();
  const copyOrShow = useCopy();
  useExitOnBack(() => store.setState(clearSelection));
  const [deleting, setDeleting] = useState<readonly number[]>();
  const me = useClientState((state) => state.me?.user.id);
  const place = usePlace(chat_id);
  const loaded = useClientState((state) => state.histories[place]?.messages);
  const messages = loaded?.filter(({ message_id }) => ids.has(message_id)) ?? [];
  const protectedReason = useProtectedContentReason(messages);
  const disabledReason = useDisabledReason();
  const refusals = messages.map((each) => refusalToDelete(each, row, me));
  const refusal = refusals.find((each) => typeof each === "string");
  const withText = messages.filter((message) => textOf(message).text !== "");
  const copy = () => {
    const showNames = withText.length > 1;
    const lines = withText.map((each) => (showNames ? `${senderOf(each).name}:\n` : "") + textOf(each).text);
    void copyOrShow(lines.join("\n\n"), t`The text is copied.`);
    store.setState(clearSelection);
  };
  return (
    <div className="safe-bottom shrink-0 border-t border-line bg-surface">
      <div role="toolbar" aria-label={t`Chosen messages`} className="mx-auto flex max-w-3xl items-center gap-1 p-2">
        <IconButton label={t`Choose no messages`} onClick={() => store.setState(clearSelection)}>
          <X aria-hidden className="size-5" />
        </IconButton>
        <p role="status" className="min-w-0 flex-1 truncate font-medium">
          <Plural value={ids.size} one="# message" other="# messages" />
        </p>
        {withText.length > 0 && (
          <IconButtonWithReason label={t`Copy text`} reason={protectedReason} onClick={copy}>
            <Copy aria-hidden className="size-5" />
          </IconButtonWithReason>
        )}
        {refusals.length > 0 && !refusals.includes(undefined) && (
          <IconButtonWithReason
            label={t`Delete`}
            reason={refusal === undefined ? undefined : disabledReason(refusal, row)}
            onClick={() => setDeleting([...ids])}
          >
            <Trash2 aria-hidden className="size-5" />
          </IconButtonWithReason>
        )}
        {messages.length > 0 && (
          <ButtonWithReason reason={protectedReason} onClick={() => store.setState({ forwarding: messages })}>
            <Forward aria-hidden className="size-4.5 rtl:-scale-x-100" />
            <Trans>Forward</Trans>
          </ButtonWithReason>
        )}
      </div>
      <DeleteAlert
        chat_id={chat_id}
        ids={deleting}
        onClose={() => setDeleting(undefined)}
        onDeleted={() => store.setState(clearSelection)}
      />
    </div>
  );
}
