/** Somebody or something by a user name: a private chat opens at once, a public one can be joined. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import type { Chat } from "@heliogram/shared/wire.ts";
import { FormFault } from "../forms/form-fault.tsx";
import { useForm } from "../forms/use-form.ts";
import { useClient, useClientState } from "../client/context.tsx";
import { titleOf } from "../model/names.ts";
import { Nowhere } from "../ui/nowhere.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { Waiting } from "../ui/waiting.tsx";

export function UsernameScreen({ username }: { readonly username: string }) {
  const client = useClient();
  const navigate = useNavigate();
  const chats = useClientState((state) => state.chats);
  const found = useQuery({
    queryKey: ["search", username],
    queryFn: () => client.api.call("search", { query: username }),
  });
  const is = (each: { readonly username?: string }) => each.username?.toLowerCase() === username.toLowerCase();
  const user = found.data?.users.find(is);
  const chat = found.data?.chats.find(is);
  const own = Object.values(chats ?? {}).find((row) => is(row.chat))?.chat.id;

  useEffect(() => {
    const go = (chatId: number) => navigate({ to: "/chat/$chatId", params: { chatId }, replace: true });
    if (own !== undefined) void go(own);
    else if (user) void client.chats.openChat(user.id).then(go, () => {});
  }, [client, navigate, own, user]);

  if (chat && own === undefined) return <PublicChat chat={chat} username={username} />;
  return found.data && !user && !chat ? <Nowhere /> : <Waiting />;
}

interface PublicChatProps {
  readonly chat: Chat;
  readonly username: string;
}

function PublicChat({ chat, username }: PublicChatProps) {
  const { t } = useLingui();
  const { chats } = useClient();
  const title = titleOf(chat);
  // Once joined, the chat is in the list, and the screen goes there by itself.
  const form = useForm(async () => void (await chats.joinChat({ username })));
  return (
    <div className="grid h-full place-items-center bg-canvas p-6">
      <form
        onSubmit={form.onSubmit}
        className="flex w-full max-w-80 flex-col items-center gap-3 rounded-3xl bg-surface p-8 text-center shadow-lg shadow-shade"
      >
        <Avatar id={chat.id} name={title} size="large" />
        <h1 className="text-lg font-semibold">
          <bdi>{title}</bdi>
        </h1>
        <p className="text-soft">{chat.type === "channel" ? t`Public channel` : t`Public group`}</p>
        <FormFault fault={form.fault} />
        <Button type="submit" size="large" className="mt-2 w-full" disabled={form.busy}>
          <Trans>Join</Trans>
        </Button>
      </form>
    </div>
  );
}
