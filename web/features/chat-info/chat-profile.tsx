/** The photo, name and facts of a chat in the panel. */
import type { MessageEntity } from "@heliogram/shared/wire.ts";
import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { useState, type ReactNode } from "react";
import { fileAddress } from "../../core/model/media/file-address.ts";
import { titleOf } from "../../core/model/people/names.ts";
import { Avatar } from "../../ui/display/avatar.tsx";
import { IconButton } from "../../ui/buttons/button.tsx";
import { FullScreenDialog } from "../../ui/overlays/full-screen-dialog.tsx";
import { TextBody } from "../message/text-body.tsx";
import { useChatRow } from "./chat-row-context.ts";

/** The photo, the name, and a line below it. `name`: of a bot in the language of the person. */
export function ChatProfile({ note, name }: { readonly note: ReactNode; readonly name?: string | undefined }) {
  const { chat, photo } = useChatRow();
  const title = name ?? titleOf(chat);
  return (
    <div className="flex flex-col items-center gap-1 px-3 py-4 text-center">
      {photo ? (
        <LargePhoto title={title} file_id={photo.big_file_id} small={photo} id={chat.id} />
      ) : (
        <Avatar id={chat.id} name={title} size="large" />
      )}
      <h2 className="mt-2 max-w-full break-words text-lg font-semibold" dir="auto">
        {title}
      </h2>
      <p className="text-sm text-soft">{note}</p>
    </div>
  );
}

interface LargePhotoProps {
  readonly id: number;
  readonly title: string;
  readonly file_id: string;
  readonly small: { readonly small_file_id: string };
}

/** A photo that opens in full size when it is clicked. */
function LargePhoto({ id, title, file_id, small }: LargePhotoProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const label = t`Photo of ${title}`;
  return (
    <>
      <button type="button" aria-label={label} className="rounded-full" onClick={() => setOpen(true)}>
        <Avatar id={id} name={title} photo={small} size="large" />
      </button>
      <FullScreenDialog open={open} onClose={() => setOpen(false)} title={label} onKeyDown={() => {}}>
        <img src={fileAddress("photo", file_id)} alt={label} className="size-full object-contain p-4" />
        <IconButton
          label={t`Close`}
          className="absolute end-3 top-3 bg-black/40 text-white hover:bg-black/70 hover:text-white"
          onClick={() => setOpen(false)}
        >
          <X aria-hidden className="size-6" />
        </IconButton>
      </FullScreenDialog>
    </>
  );
}

interface ProfileFactsProps {
  readonly username: string | undefined;
  readonly about: string | undefined;
  /** The entities of `about`, such as links and mentions. */
  readonly links: readonly MessageEntity[] | undefined;
}

/** The description and user name of a chat or person. */
export function ProfileFacts({ username, about, links = [] }: ProfileFactsProps) {
  const { t } = useLingui();
  const facts = [
    { name: t`Description`, value: about, entities: links },
    { name: t`User name`, value: username === undefined ? undefined : `@${username}`, entities: [] },
  ].filter(({ value }) => value !== undefined && value !== "");
  if (facts.length === 0) return null;
  return (
    <dl className="flex flex-col gap-2 px-3 pb-2">
      {facts.map(({ name, value = "", entities }) => (
        <div key={name}>
          <dt className="text-sm text-soft">{name}</dt>
          <dd className="whitespace-pre-wrap break-words" dir="auto">
            <TextBody text={value} entities={entities} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
