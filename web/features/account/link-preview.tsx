/** Previews of the chats that a link or an invitation leads to, for people who are not signed in. */
import { Plural } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ChatSummary } from "@heliogram/shared/wire.ts";
import { useClient } from "../../core/client/context.tsx";
import { Avatar } from "../../ui/display/avatar.tsx";

export function ChatPreviews({ chats }: { readonly chats: readonly ChatSummary[] }) {
  return (
    <ul className="flex flex-col gap-3 rounded-2xl bg-canvas p-4">
      {chats.map((chat, i) => (
        // The service sends previews without chat ids.
        <li key={i} className="flex items-center gap-3">
          <Avatar id={i} name={chat.title} />
          <div className="min-w-0 flex-1">
            <p className="truncate font-semibold" dir="auto">
              {chat.title}
            </p>
            <p className="text-sm text-soft">
              {chat.type === "channel" ? (
                <Plural value={chat.member_count} one="# subscriber" other="# subscribers" />
              ) : (
                <Plural value={chat.member_count} one="# member" other="# members" />
              )}
            </p>
            {chat.description !== undefined && (
              <p className="line-clamp-3 text-sm" dir="auto">
                {chat.description}
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The chat that the user opens after signing in. Renders nothing if the address does not lead to a chat. */
export function DestinationPreview({ to }: { readonly to?: string | undefined }) {
  const { api } = useClient();
  const target = joinTargetOf(to);
  const { data } = useQuery({
    queryKey: ["link-preview", to],
    queryFn: () => api.call("previewLink", target ?? {}),
    enabled: target !== undefined,
    retry: false,
  });
  return data ? <ChatPreviews chats={[data]} /> : null;
}

function joinTargetOf(
  to: string | undefined,
): { readonly invite_link: string } | { readonly username: string } | undefined {
  const invite_link = to && /^\/join\/([^/?#]+)/.exec(to)?.[1];
  if (invite_link) return { invite_link };
  const username = to && /^\/(?:@|%40)([^/?#]+)/.exec(to)?.[1];
  return username ? { username } : undefined;
}
