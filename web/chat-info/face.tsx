/** The face of a chat in the panel, and what is known of it. */
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { fileAddress } from "../model/file-address.ts";
import { titleOf } from "../model/names.ts";
import { Avatar } from "../ui/avatar.tsx";
import { PictureDialog } from "../ui/picture-dialog.tsx";
import { useRow } from "./row-context.ts";

/** The picture, the name, and a line below. */
export function Face({ note }: { readonly note: ReactNode }) {
  const { t } = useLingui();
  const { chat, photo } = useRow();
  const title = titleOf(chat);
  const avatar = <Avatar id={chat.id} name={title} photo={photo} size="large" />;
  return (
    <div className="flex flex-col items-center gap-1 px-3 py-4 text-center">
      {photo ? (
        <PictureDialog
          title={t`Photo of ${title}`}
          address={fileAddress("photo", photo.big_file_id)}
          className="rounded-full"
        >
          {avatar}
        </PictureDialog>
      ) : (
        avatar
      )}
      <h2 className="mt-2 max-w-full break-words text-lg font-semibold" dir="auto">
        {title}
      </h2>
      <p className="text-sm text-soft">{note}</p>
    </div>
  );
}

interface FactsProps {
  readonly username: string | undefined;
  readonly about: string | undefined;
}

/** What is known of a chat or a person, each with its name. */
export function Facts({ username, about }: FactsProps) {
  const { t } = useLingui();
  const facts = [
    [t`Description`, about],
    [t`User name`, username === undefined ? undefined : `@${username}`],
  ].filter(([, value]) => value !== undefined && value !== "");
  if (facts.length === 0) return null;
  return (
    <dl className="flex flex-col gap-2 px-3 pb-2">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-sm text-soft">{name}</dt>
          <dd className="whitespace-pre-wrap break-words" dir="auto">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
