/** Shows the chat behind an invite link or public name, with a button for joining it or asking to join. */
import { Plural, Trans } from "@lingui/react/macro";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { isRetryable } from "../../core/api/errors.ts";
import { LoadError } from "../rights/load-error.tsx";
import { useErrorMessage } from "../rights/use-error-message.ts";
import { useClient } from "../../core/client/context.tsx";
import { FormError } from "../forms/form-error.tsx";
import { useForm } from "../forms/use-form.ts";
import { TextBody } from "../message/text-body.tsx";
import { titleOf } from "../../core/model/people/names.ts";
import { Avatar } from "../../ui/display/avatar.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Spinner } from "../../ui/feedback/spinner.tsx";
import { LoadingScreen } from "../../ui/feedback/loading-screen.tsx";
import { JoinRequestForm } from "./join-request-form.tsx";
import { useJoinTarget, type ChatSearch, type JoinTarget } from "./use-join-target.ts";
import { PageHeading } from "../../ui/layout/page-title.tsx";

const NO_SEARCH: ChatSearch = {};

interface JoinCardProps {
  readonly target: JoinTarget;
  readonly search?: ChatSearch;
}

export function JoinCard({ target, search = NO_SEARCH }: JoinCardProps) {
  const { chats } = useClient();
  const navigate = useNavigate();
  const errorMessage = useErrorMessage();
  const { error, preview, refetch, retry } = useJoinTarget(target, search);
  const form = useForm(async () => {
    const chatId = await chats.joinChat(target);
    await navigate({ to: "/chat/$chatId", params: { chatId }, search, replace: true });
  });
  if (isRetryable(error)) return <LoadError error={error} onRetry={retry} />;
  if (error !== undefined) return <CannotJoin message={errorMessage(error)} />;
  if (!preview) return <LoadingScreen />;
  const { chat, member_count, description, photo } = preview;
  const title = titleOf(chat);
  return (
    <Card>
      <Avatar id={chat.id} name={title} photo={photo} size="large" />
      <PageHeading className="max-w-full text-lg font-semibold">
        <bdi>{title}</bdi>
      </PageHeading>
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
      {preview.creates_join_request && "invite_link" in target ? (
        <JoinRequestForm {...target} chat_id={chat.id} isPending={preview.has_asked ?? false} refetch={refetch} />
      ) : (
        <form onSubmit={form.onSubmit} className="contents">
          <FormError error={form.error} />
          <Button type="submit" size="large" className="mt-2 w-full" disabled={form.busy}>
            {form.busy && <Spinner />}
            <Trans>Join</Trans>
          </Button>
        </form>
      )}
    </Card>
  );
}

function CannotJoin({ message }: { readonly message: string }) {
  return (
    <Card>
      <PageHeading className="text-lg font-semibold">
        <Trans>This way is closed</Trans>
      </PageHeading>
      <p className="text-soft">{message}</p>
      <Link to="/" className="touch-link text-accent underline">
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
