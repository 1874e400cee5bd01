/** Who has reacted to a message, the newest first. It is loaded when it is opened. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useClient } from "../../core/client/context.tsx";
import { nameOf, titleOf } from "../../core/model/people/names.ts";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { useErrorMessage } from "../rights/use-error-message.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Avatar } from "../../ui/display/avatar.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { arrowList } from "../../ui/focus/arrow-list.ts";
import { Dialog } from "../../ui/overlays/dialog.tsx";

const PAGE_SIZE = 50;

interface ReactorsDialogProps {
  readonly open: boolean;
  readonly message: Message | undefined;
  readonly onClose: () => void;
}

export function ReactorsDialog({ open, message, onClose }: ReactorsDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog open={open} onClose={onClose} title={t`Reactions`}>
      {message && <Reactors message={message} />}
    </Dialog>
  );
}

function useReactors({ chat, message_id }: Message) {
  const { api } = useClient();
  return useInfiniteQuery({
    queryKey: ["reactors", chat.id, message_id],
    queryFn: ({ pageParam: offset }) =>
      api.call("listReactions", { chat_id: chat.id, message_id, offset, limit: PAGE_SIZE }),
    initialPageParam: 0,
    getNextPageParam: ({ has_more }, pages) => (has_more ? pages.length * PAGE_SIZE : undefined),
    staleTime: 0,
  });
}

function Reactors({ message }: { readonly message: Message }) {
  const { t } = useLingui();
  const format = useFormat();
  const errorMessage = useErrorMessage();
  const query = useReactors(message);
  if (query.error) {
    return (
      <p role="alert" className="px-5 pb-5 text-danger">
        {errorMessage(query.error)}
      </p>
    );
  }
  if (!query.data) return <Skeleton className="mx-5 mb-5 h-24 rounded-xl" />;
  const reactions = query.data.pages.flatMap((page) => page.reactions);
  return (
    <div className="flex min-h-0 flex-col gap-3 overflow-y-auto px-5 pb-5">
      <ul ref={arrowList} aria-label={t`Reactions`} className="flex flex-col gap-3">
        {reactions.map(({ type, user, sender_chat, date }, at) => {
          const name = user ? nameOf(user) : titleOf(sender_chat!);
          return (
            <li key={at} className="flex items-center gap-3">
              <Avatar id={user?.id ?? sender_chat!.id} name={name} photo={user?.photo} size="small" />
              <span className="flex min-w-0 flex-1 flex-col">
                <bdi className="truncate">{name}</bdi>
                <span className="text-xs text-soft">
                  <Time value={format.moment(date)} />
                </span>
              </span>
              <span className="text-xl">{type.emoji}</span>
            </li>
          );
        })}
        {reactions.length === 0 && (
          <li className="text-soft">
            <Trans>Nobody has reacted.</Trans>
          </li>
        )}
      </ul>
      {query.hasNextPage && (
        <Button
          variant="soft"
          className="self-center"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          <Trans>Show more</Trans>
        </Button>
      )}
    </div>
  );
}
