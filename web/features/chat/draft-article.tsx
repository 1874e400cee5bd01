/** A streamed draft at the end of the messages: it grows in place, and may be stopped. */
import { useLingui } from "@lingui/react/macro";
import type { Chat } from "@heliogram/shared/wire.ts";
import { CircleStop } from "lucide-react";
import { useState } from "react";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { draftAsMessage, type StreamedDraft } from "../../core/model/messages/streamed-draft.ts";
import type { DraftRow, PostRow } from "../../core/model/messages/rows.ts";
import { senderOf } from "../../core/model/people/names.ts";
import { IconButton } from "../../ui/buttons/button.tsx";
import { classes } from "../../ui/classes.ts";
import { TabIndexContext } from "../../ui/focus/tab-index.ts";
import { Post } from "../message/post.tsx";
import { usePreview } from "../message/preview.ts";
import { useErrorToast } from "../rights/use-error-message.ts";

interface DraftArticleProps {
  readonly row: DraftRow;
  readonly showSender: boolean;
  readonly tabIndex: 0 | -1;
  readonly controlsTabIndex: 0 | -1;
}

export function DraftArticle(props: DraftArticleProps) {
  const chat = useClientState((state) => state.chats?.[props.row.draft.chat_id]?.chat);
  return chat ? <DraftInChat {...props} chat={chat} /> : null;
}

function DraftInChat({
  row,
  chat,
  showSender,
  tabIndex,
  controlsTabIndex,
}: DraftArticleProps & { readonly chat: Chat }) {
  const { t } = useLingui();
  const preview = usePreview();
  const { draft, key, first } = row;
  const shown: StreamedDraft =
    draft.text === ""
      ? { ...draft, text: t`Thinking…`, entities: [{ type: "italic", offset: 0, length: t`Thinking…`.length }] }
      : draft;
  const message = draftAsMessage(shown, chat);
  const { name } = senderOf(message);
  const text = preview(message).text;
  const post: PostRow = {
    kind: "post",
    key,
    messages: [message],
    outgoing: undefined,
    isOwn: false,
    first,
    last: true,
  };
  return (
    <article
      data-key={key}
      tabIndex={tabIndex}
      aria-busy
      aria-label={t`${name}, writing: ${text}`}
      className={classes("-mx-1.5 rounded-xl px-1.5 outline-offset-[-2px]", first ? "pt-2" : "pt-0.5")}
    >
      <TabIndexContext value={controlsTabIndex}>
        <Post
          row={post}
          showSender={showSender}
          onGo={goNowhere}
          onCommand={undefined}
          footer={<WritingDots />}
          aside={draft.can_stop ? <StopButton draft={draft} tabIndex={controlsTabIndex} /> : undefined}
        />
      </TabIndexContext>
    </article>
  );
}

/** A draft quotes no message. */
function goNowhere(): void {}

/** As wide as a time about, so that the text stays where it is when the message comes. */
function WritingDots() {
  return (
    <span
      aria-hidden
      className="relative top-1 float-end ms-3 flex h-5 w-8 items-center justify-end gap-1 text-soft motion-safe:animate-pulse"
    >
      {[0, 1, 2].map((each) => (
        <span key={each} className="size-1 rounded-full bg-current" />
      ))}
    </span>
  );
}

function StopButton({ draft, tabIndex }: { readonly draft: StreamedDraft; readonly tabIndex: 0 | -1 }) {
  const { t } = useLingui();
  const { messages } = useClient();
  const showErrorToast = useErrorToast();
  const [stopping, setStopping] = useState<number>();
  const stop = async () => {
    setStopping(draft.draft_id);
    try {
      await messages.stopStreamedDraft(draft);
    } catch (error) {
      showErrorToast(error);
      setStopping(undefined);
    }
  };
  return (
    <IconButton
      label={t`Stop the answer`}
      size="small-icon"
      tabIndex={tabIndex}
      aria-disabled={stopping === draft.draft_id}
      onClick={() => stopping !== draft.draft_id && void stop()}
    >
      <CircleStop aria-hidden className="size-5" />
    </IconButton>
  );
}
