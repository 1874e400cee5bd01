/** The dialog in which the user chooses what to share after they pressed a button of a bot that asks for users or a chat. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState, type FormEvent, type ReactNode } from "react";
import type {
  KeyboardButtonRequestChat,
  KeyboardButtonRequestUsers,
  SharableChat,
  User,
} from "@heliogram/shared/wire.ts";
import type { RequestButton } from "../../core/actions/sharing.ts";
import { useClient } from "../../core/client/context.tsx";
import { nameOf, titleOf } from "../../core/model/people/names.ts";
import type { ChatDetails } from "../../core/store/state.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { ButtonWithReason } from "../../ui/buttons/button-with-reason.tsx";
import { Avatar } from "../../ui/display/avatar.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { SearchedList } from "../lists/searched-list.tsx";
import { useErrorMessage } from "../rights/use-error-message.ts";
import { useRightLabels } from "../rights/use-labels.ts";

/** What a pressed button asks for. */
export interface ShareRequest {
  /** The message whose keyboard the button belongs to. */
  readonly message_id: number;
  readonly users?: KeyboardButtonRequestUsers;
  readonly chat?: KeyboardButtonRequestChat;
}

interface SharePickerProps {
  readonly row: ChatDetails;
  readonly open: boolean;
  readonly request: ShareRequest | undefined;
  readonly onClose: () => void;
  /** Called after it was shared. */
  readonly onSent: () => void;
}

export function SharePicker({ row, open, request, ...callbacks }: SharePickerProps) {
  const title = useTitle(request);
  const { users, chat, message_id = 0 } = request ?? {};
  const common = { row, ...callbacks };
  return (
    <Dialog open={open} onClose={callbacks.onClose} title={title}>
      {users && <UsersForm request={users} message_id={message_id} {...common} />}
      {chat && <ChatForm request={chat} message_id={message_id} {...common} />}
    </Dialog>
  );
}

function useTitle(request: ShareRequest | undefined): string {
  const { t } = useLingui();
  if (request?.chat) return request.chat.chat_is_channel ? t`Choose a channel` : t`Choose a group`;
  const { user_is_bot, max_quantity = 1 } = request?.users ?? {};
  if (user_is_bot) return max_quantity > 1 ? t`Choose bots` : t`Choose a bot`;
  if (user_is_bot === false) return max_quantity > 1 ? t`Choose people` : t`Choose a person`;
  return max_quantity > 1 ? t`Choose people or bots` : t`Choose a person or bot`;
}

interface FormOf<R> {
  readonly row: ChatDetails;
  readonly request: R;
  readonly message_id: number;
  readonly onClose: () => void;
  readonly onSent: () => void;
}

function UsersForm({ row: { chat }, request, message_id, onClose, onSent }: FormOf<KeyboardButtonRequestUsers>) {
  const { t } = useLingui();
  const { api, sharing } = useClient();
  const { request_id, max_quantity = 1 } = request;
  const button: RequestButton = { bot_id: chat.id, message_id, request_id };
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const choose = (id: number, isChosen: boolean) => {
    if (max_quantity === 1) return setChosen(isChosen ? [id] : []);
    setChosen((before) => (isChosen ? [...before, id] : before.filter((each) => each !== id)));
  };
  const isFull = max_quantity > 1 && chosen.length >= max_quantity;
  return (
    <ShareForm
      name={titleOf(chat)}
      wishes={[request.request_name, request.request_username, request.request_photo]}
      reason={chosen.length === 0 ? t`Choose somebody first.` : undefined}
      onClose={onClose}
      onSent={onSent}
      share={() => sharing.shareUsers(button, chosen)}
      label={<Plural value={Math.max(1, chosen.length)} one="Share" other="Share #" />}
    >
      <SearchedList
        cacheKey={["sharable users", button]}
        search={t`Search by name`}
        find={async (page) => (await api.call("listSharableUsers", { ...button, ...page })).users}
        label={t`Users`}
        keyOf={(user) => user.id}
        empty={<Trans>Nobody found</Trans>}
      >
        {(user) => (
          <UserChoice
            user={user}
            checked={chosen.includes(user.id)}
            radio={max_quantity === 1 ? "shared" : undefined}
            reason={isFull && !chosen.includes(user.id) ? t`The bot asks for ${max_quantity} at most.` : undefined}
            onChange={(isChosen) => choose(user.id, isChosen)}
          />
        )}
      </SearchedList>
    </ShareForm>
  );
}

interface ChoiceProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly radio?: string | undefined;
  readonly reason?: string | undefined;
}

function UserChoice({ user, ...choice }: ChoiceProps & { readonly user: User }) {
  const { username, photo, id } = user;
  const name = nameOf(user);
  return (
    <Checkbox {...choice}>
      <Avatar id={id} name={name} photo={photo} size="small" />
      <NameAndNote name={name} note={username !== undefined && <bdi>@{username}</bdi>} />
    </Checkbox>
  );
}

function ChatForm({ row, request, message_id, onClose, onSent }: FormOf<KeyboardButtonRequestChat>) {
  const { t } = useLingui();
  const { api, sharing } = useClient();
  const name = titleOf(row.chat);
  const button: RequestButton = { bot_id: row.chat.id, message_id, request_id: request.request_id };
  const [chosen, setChosen] = useState<SharableChat>();
  return (
    <ShareForm
      name={name}
      wishes={[request.request_title, request.request_username, request.request_photo]}
      reason={chosen === undefined ? t`Choose a chat first.` : undefined}
      onClose={onClose}
      onSent={onSent}
      share={async () => chosen && sharing.shareChat(button, chosen)}
      label={<Trans>Share</Trans>}
      note={chosen && <BotChange name={name} chosen={chosen} />}
    >
      <SearchedList
        cacheKey={["sharable chats", button]}
        search={t`Search by name`}
        find={async (page) => (await api.call("listSharableChats", { ...button, ...page })).chats}
        label={request.chat_is_channel ? t`Channels` : t`Groups`}
        keyOf={({ chat }) => chat.id}
        empty={<Trans>You have no chat that the bot asks for.</Trans>}
      >
        {(sharable) => (
          <Checkbox radio="shared" checked={chosen?.chat.id === sharable.chat.id} onChange={() => setChosen(sharable)}>
            <Avatar id={sharable.chat.id} name={titleOf(sharable.chat)} photo={sharable.chat.photo} size="small" />
            <NameAndNote
              name={titleOf(sharable.chat)}
              note={sharable.chat.username !== undefined && <bdi>@{sharable.chat.username}</bdi>}
            />
          </Checkbox>
        )}
      </SearchedList>
    </ShareForm>
  );
}

/** What becomes of the bot in the chosen chat. */
function BotChange({
  name,
  chosen: { adds_bot, grants_rights },
}: {
  readonly name: string;
  readonly chosen: SharableChat;
}) {
  const labels = useRightLabels();
  if (!adds_bot && !grants_rights) return null;
  const rights = Object.entries(labels).flatMap(([right, label]) =>
    grants_rights?.[right as keyof typeof grants_rights] && right !== "can_manage_chat" ? [label] : [],
  );
  return (
    <>
      {grants_rights ? (
        <Trans>
          <bdi>{name}</bdi> becomes an administrator of this chat.
        </Trans>
      ) : (
        <Trans>
          <bdi>{name}</bdi> is added to this chat.
        </Trans>
      )}
      {rights.length > 0 && (
        <ul className="list-disc ps-5">
          {rights.map((label) => (
            <li key={label}>{label}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function NameAndNote({ name, note }: { readonly name: string; readonly note: ReactNode }) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate font-medium" dir="auto">
        {name}
      </span>
      {note && <span className="truncate text-sm text-soft">{note}</span>}
    </span>
  );
}

interface ShareFormProps {
  /** Of the bot. */
  readonly name: string;
  /** Whether the bot asks for the names, the user names and the photos. */
  readonly wishes: readonly [name: boolean | undefined, username: boolean | undefined, photo: boolean | undefined];
  /** Why nothing can be shared yet. */
  readonly reason: string | undefined;
  readonly share: () => Promise<unknown>;
  readonly label: ReactNode;
  /** What else happens. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
  readonly onClose: () => void;
  readonly onSent: () => void;
}

function ShareForm({ name, wishes, reason, share, label, note, children, onClose, onSent }: ShareFormProps) {
  const errorMessage = useErrorMessage();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason !== undefined) return;
    setBusy(true);
    setError(undefined);
    share().then(onSent, (failure: unknown) => {
      setBusy(false);
      setError(failure);
    });
  };
  return (
    <form onSubmit={submit} className="flex min-h-0 flex-col gap-3 px-5 pb-5">
      <p className="text-soft">
        {wishes.some((wish) => wish === true) ? (
          <Trans>
            <bdi>{name}</bdi> gets the id of what you choose, and its name, user name or photo.
          </Trans>
        ) : (
          <Trans>
            <bdi>{name}</bdi> gets the id of what you choose.
          </Trans>
        )}
      </p>
      <div className="flex min-h-32 flex-1 flex-col gap-3 overflow-y-auto p-0.5">{children}</div>
      <div role="status" className="text-soft empty:hidden">
        {note}
      </div>
      {error !== undefined && (
        <p role="alert" className="text-danger">
          {errorMessage(error)}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button variant="plain" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <ButtonWithReason type="submit" reason={reason} busy={busy}>
          {label}
        </ButtonWithReason>
      </div>
    </form>
  );
}
