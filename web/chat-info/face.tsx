/** The face of a chat in the panel, and what is known of it. */
import type { MessageEntity } from "@heliogram/shared/wire.ts";
import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { useState, type ReactNode } from "react";
import { fileAddress } from "../model/file-address.ts";
import { titleOf } from "../model/names.ts";
import { Avatar } from "../ui/avatar.tsx";
import { IconButton } from "../ui/button.tsx";
import { Curtain } from "../ui/curtain.tsx";
import { TextBody } from "../message/text-body.tsx";
import { useRow } from "./row-context.ts";

/** The picture, the name, and a line below. */
export function Face({ note }: { readonly note: ReactNode }) {
  const { chat, photo } = useRow();
  const title = titleOf(chat);
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

/** The picture, as large as the window when it is pressed. */
function LargePhoto({ id, title, file_id, small }: LargePhotoProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const words = t`Photo of ${title}`;
  return (
    <>
      <button type="button" aria-label={words} className="rounded-full" onClick={() => setOpen(true)}>
        <Avatar id={id} name={title} photo={small} size="large" />
      </button>
      <Curtain open={open} onClose={() => setOpen(false)} title={words} onKeyDown={() => {}}>
        <img src={fileAddress("photo", file_id)} alt={words} className="size-full object-contain p-4" />
        <IconButton
          label={t`Close`}
          className="absolute end-3 top-3 bg-black/40 text-white hover:bg-black/70 hover:text-white"
          onClick={() => setOpen(false)}
        >
          <X aria-hidden className="size-6" />
        </IconButton>
      </Curtain>
    </>
  );
}

interface FactsProps {
  readonly username: string | undefined;
  readonly about: string | undefined;
  /** The links and names in it. */
  readonly links: readonly MessageEntity[] | undefined;
}

/** What is known of a chat or a person, each with its name. */
export function Facts({ username, about, links = [] }: FactsProps) {
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
