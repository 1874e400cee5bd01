/** While messages are chosen: how many, and what can be done with all of them. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Copy, Forward, Trash2, X } from "lucide-react";
import { useState } from "react";
import { useClient, useClientState } from "../client/context.tsx";
import { wordsOf } from "../model/content.ts";
import { refusalToDelete } from "../model/may.ts";
import { speakerOf } from "../model/names.ts";
import { useWhyNot } from "../rights/use-why-not.ts";
import { selectNothing } from "../store/selection.ts";
import type { ChatDetails, Selection } from "../store/state.ts";
import { IconButton } from "../ui/button.tsx";
import { useCopy } from "../ui/copying.tsx";
import { DeleteAlert } from "./delete-alert.tsx";
import { ReasonedButton, ReasonedIcon } from "../ui/reasoned-button.tsx";
import { useBackEnds } from "./use-back-ends.ts";
import { useSealed } from "./use-sealed.ts";

interface SelectionBarProps {
  readonly row: ChatDetails;
  readonly selection: Selection;
}

export function SelectionBar({ row, selection: { ids, chat_id } }: SelectionBarProps) {
  const { t } = useLingui();
  const { store } = useClient();
  const copyOrShow = useCopy();
  useBackEnds(() => store.setState(selectNothing));
  const [deleting, setDeleting] = useState<readonly number[]>();
  const me = useClientState((state) => state.me?.user.id);
  const held = useClientState((state) => state.histories[chat_id]?.messages);
  const messages = held?.filter(({ message_id }) => ids.has(message_id)) ?? [];
  const sealed = useSealed(messages);
  const whyNot = useWhyNot();
  const refusals = messages.map((each) => refusalToDelete(each, row, me));
  const kept = refusals.find((each) => typeof each === "string");
  const words = messages.filter((message) => wordsOf(message).text !== "");
  const copy = () => {
    const named = words.length > 1;
    const lines = words.map((each) => (named ? `${speakerOf(each).name}:\n` : "") + wordsOf(each).text);
    void copyOrShow(lines.join("\n\n"), t`The text is copied.`);
    store.setState(selectNothing);
  };
  return (
    <div className="safe-bottom shrink-0 border-t border-line bg-surface">
      <div role="toolbar" aria-label={t`Chosen messages`} className="mx-auto flex max-w-3xl items-center gap-1 p-2">
        <IconButton label={t`Choose no messages`} onClick={() => store.setState(selectNothing)}>
          <X aria-hidden className="size-5" />
        </IconButton>
        <p role="status" className="min-w-0 flex-1 truncate font-medium">
          <Plural value={ids.size} one="# message" other="# messages" />
        </p>
        {words.length > 0 && (
          <ReasonedIcon label={t`Copy text`} reason={sealed} onClick={copy}>
            <Copy aria-hidden className="size-5" />
          </ReasonedIcon>
        )}
        {refusals.length > 0 && !refusals.includes(undefined) && (
          <ReasonedIcon
            label={t`Delete`}
            reason={kept === undefined ? undefined : whyNot(kept, row)}
            onClick={() => setDeleting([...ids])}
          >
            <Trash2 aria-hidden className="size-5" />
          </ReasonedIcon>
        )}
        {messages.length > 0 && (
          <ReasonedButton reason={sealed} onClick={() => store.setState({ forwarding: messages })}>
            <Forward aria-hidden className="size-4.5 rtl:-scale-x-100" />
            <Trans>Forward</Trans>
          </ReasonedButton>
        )}
      </div>
      <DeleteAlert
        chat_id={chat_id}
        ids={deleting}
        onClose={() => setDeleting(undefined)}
        onDeleted={() => store.setState(selectNothing)}
      />
    </div>
  );
}
