/** A contact: name, phone number, and buttons for calling and writing. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { Link } from "@tanstack/react-router";
import { nameOf } from "../../core/model/people/names.ts";
import { Avatar } from "../../ui/display/avatar.tsx";
import { buttonVariants } from "../../ui/buttons/button.tsx";
import { classes } from "../../ui/classes.ts";
import { useTabIndex } from "../../ui/focus/tab-index.ts";

interface ContactProps {
  readonly contact: NonNullable<Message["contact"]>;
}

const LINK_CLASSES = classes(buttonVariants({ variant: "soft", size: "small" }), "min-w-0 flex-1 bg-shade text-accent");

export function Contact({ contact }: ContactProps) {
  const { t } = useLingui();
  const tabIndex = useTabIndex();
  const { first_name, last_name, phone_number, user_id } = contact;
  const name = nameOf({ first_name, ...(last_name === undefined ? {} : { last_name }) });
  return (
    <div role="group" aria-label={t`Contact`} className="flex w-64 max-w-full flex-col gap-2 py-1">
      <div className="flex items-center gap-3">
        <Avatar id={user_id ?? phone_number.length} name={name} />
        <div className="min-w-0">
          <p className="truncate font-medium" dir="auto">
            {name}
          </p>
          <p className="truncate text-sm tabular-nums opacity-80" dir="ltr">
            {phone_number}
          </p>
        </div>
      </div>
      <div className="flex gap-2">
        <a href={`tel:${phone_number.replaceAll(/[^\d+]/g, "")}`} tabIndex={tabIndex} className={LINK_CLASSES}>
          <Trans>Call</Trans>
        </a>
        {user_id !== undefined && (
          <Link to="/chat/$chatId" params={{ chatId: user_id }} tabIndex={tabIndex} className={LINK_CLASSES}>
            <Trans>Send a message</Trans>
          </Link>
        )}
      </div>
    </div>
  );
}
