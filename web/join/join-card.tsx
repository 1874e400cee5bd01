/** What a link or a public name leads to, and the way in. */
import { Plural, Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useState, type ReactNode } from "react";
import type { ResultOf } from "../api/call.ts";
import { mayPass } from "../api/failure.ts";
import { Failed } from "../rights/failed.tsx";
import { useSentence } from "../rights/use-sentence.ts";
import { useClient, useClientState } from "../client/context.tsx";
import { FormFault } from "../forms/form-fault.tsx";
import { useForm } from "../forms/use-form.ts";
import { titleOf } from "../model/names.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { Waiting } from "../ui/waiting.tsx";
import { AskForm } from "./ask-form.tsx";

const NOWHERE: Place = {};

type Way = { readonly username: string } | { readonly invite_link: string };

/** Where in the chat one is to come out. */
export interface Place {
  readonly message?: number;
  readonly start?: string;
}

interface JoinCardProps {
  readonly by: Way;
  readonly place?: Place;
}

export function JoinCard({ by, place = NOWHERE }: JoinCardProps) {
  const { api, chats } = useClient();
  const navigate = useNavigate();
  const sentence = useSentence();
  const [fault, setFault] = useState<unknown>();
  const [tries, setTries] = useState(0);
  const found = useQuery({ queryKey: ["resolve", by], queryFn: () => api.call("resolve", by), retry: false });
  const { user, preview } = split(found.data);
  const member_of = preview?.is_member ? preview.chat.id : undefined;
  // Who was let in this moment waits until the chat is in the list.
  const listed = useClientState(({ chats }) => member_of !== undefined && chats?.[member_of] !== undefined);
  const form = useForm(async () => {
    const chatId = await chats.joinChat(by);
    await navigate({ to: "/chat/$chatId", params: { chatId }, search: place, replace: true });
  });
  useEffect(() => {
    const go = (chatId: number) => navigate({ to: "/chat/$chatId", params: { chatId }, search: place, replace: true });
    setFault(undefined);
    if (user) void chats.openChat(user.id).then(go, setFault);
    else if (member_of !== undefined && listed) void go(member_of);
  }, [chats, listed, member_of, navigate, place, user, tries]);
  const again = () => {
    if (found.error) void found.refetch();
    else setTries(tries + 1);
  };
  const closed = found.error ?? fault;
  if (mayPass(closed) && !found.isFetching) return <Failed error={closed} onAgain={again} />;
  if (closed && !found.isFetching) return <Closed sentence={sentence(closed)} />;
  if (!preview || member_of !== undefined) return <Waiting />;
  const { chat, member_count, description, photo } = preview;
  const title = titleOf(chat);
  return (
    <Card>
      <Avatar id={chat.id} name={title} photo={photo} size="large" />
      <h1 className="max-w-full text-lg font-semibold">
        <bdi>{title}</bdi>
      </h1>
      <p className="text-soft">
        {chat.type === "channel" ? (
          <Plural value={member_count} one="# subscriber" other="# subscribers" />
        ) : (
          <Plural value={member_count} one="# member" other="# members" />
        )}
      </p>
      {description && (
        <p className="max-w-full whitespace-pre-wrap" dir="auto">
          {description}
        </p>
      )}
      {preview.creates_join_request && "invite_link" in by ? (
        <AskForm {...by} chat_id={chat.id} asked={preview.has_asked ?? false} look={found.refetch} />
      ) : (
        <form onSubmit={form.onSubmit} className="contents">
          <FormFault fault={form.fault} />
          <Button type="submit" size="large" className="mt-2 w-full" disabled={form.busy}>
            {form.busy && <Spinner />}
            <Trans>Join</Trans>
          </Button>
        </form>
      )}
    </Card>
  );
}

/** A person's private chat opens at once; a chat is shown first. */
function split(found: ResultOf<"resolve"> | undefined) {
  return found?.user ? { user: found.user, preview: undefined } : { user: undefined, preview: found };
}

function Closed({ sentence }: { readonly sentence: string }) {
  return (
    <Card>
      <h1 className="text-lg font-semibold">
        <Trans>This way is closed</Trans>
      </h1>
      <p className="text-soft">{sentence}</p>
      <Link to="/" className="text-accent underline">
        <Trans>To the chats</Trans>
      </Link>
    </Card>
  );
}

function Card({ children }: { readonly children: ReactNode }) {
  return (
    <div className="grid h-full place-items-center overflow-y-auto bg-canvas p-6">
      <div className="flex w-full max-w-80 flex-col items-center gap-3 rounded-3xl bg-surface p-8 text-center shadow-lg shadow-shade">
        {children}
      </div>
    </div>
  );
}
