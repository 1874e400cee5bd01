/** What a link or a public name leads to, and the way in. */
import { Plural, Trans } from "@lingui/react/macro";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { mayPass } from "../api/failure.ts";
import { Failed } from "../rights/failed.tsx";
import { useSentence } from "../rights/use-sentence.ts";
import { useClient } from "../client/context.tsx";
import { FormFault } from "../forms/form-fault.tsx";
import { useForm } from "../forms/use-form.ts";
import { TextBody } from "../message/text-body.tsx";
import { titleOf } from "../model/names.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { Waiting } from "../ui/waiting.tsx";
import { AskForm } from "./ask-form.tsx";
import { useWay, type Place, type Way } from "./use-way.ts";

const NOWHERE: Place = {};

interface JoinCardProps {
  readonly by: Way;
  readonly place?: Place;
}

export function JoinCard({ by, place = NOWHERE }: JoinCardProps) {
  const { chats } = useClient();
  const navigate = useNavigate();
  const sentence = useSentence();
  const { error, preview, look, tryAgain } = useWay(by, place);
  const form = useForm(async () => {
    const chatId = await chats.joinChat(by);
    await navigate({ to: "/chat/$chatId", params: { chatId }, search: place, replace: true });
  });
  if (mayPass(error)) return <Failed error={error} onAgain={tryAgain} />;
  if (error !== undefined) return <Closed sentence={sentence(error)} />;
  if (!preview) return <Waiting />;
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
          <TextBody text={description} entities={preview.description_entities ?? []} />
        </p>
      )}
      {preview.creates_join_request && "invite_link" in by ? (
        <AskForm {...by} chat_id={chat.id} asked={preview.has_asked ?? false} look={look} />
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
