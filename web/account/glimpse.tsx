/** What a link or an invitation leads to, for somebody who has no account or is not signed in. */
import { Plural } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ChatGlimpse } from "@heliogram/shared/wire.ts";
import { useClient } from "../client/context.tsx";
import { Avatar } from "../ui/avatar.tsx";

/** The chats, one below the other. */
export function Glimpses({ chats }: { readonly chats: readonly ChatGlimpse[] }) {
  return (
    <ul className="flex flex-col gap-3 rounded-2xl bg-canvas p-4">
      {chats.map((chat, i) => (
        // Chats are told without their ids.
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

/** The chat behind the address to which somebody is taken after signing in; nothing, if it leads to none. */
export function Destination({ to }: { readonly to?: string | undefined }) {
  const { api } = useClient();
  const way = wayOf(to);
  const { data } = useQuery({
    queryKey: ["glimpse", to],
    queryFn: () => api.call("previewLink", way ?? {}),
    enabled: way !== undefined,
    retry: false,
  });
  return data ? <Glimpses chats={[data]} /> : null;
}

function wayOf(to: string | undefined): { readonly invite_link: string } | { readonly username: string } | undefined {
  const invite_link = to && /^\/join\/([^/?#]+)/.exec(to)?.[1];
  if (invite_link) return { invite_link };
  const username = to && /^\/(?:@|%40)([^/?#]+)/.exec(to)?.[1];
  return username ? { username } : undefined;
}
