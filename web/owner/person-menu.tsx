/** What an owner can do about a person. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { PersonEntry } from "@heliogram/shared/administration.ts";
import { Ban, EllipsisVertical, KeyRound, RotateCcw, ShieldCheck, ShieldOff } from "lucide-react";
import { useState } from "react";
import { useClient, useClientState } from "../client/context.tsx";
import { useDeed } from "../forms/use-deed.ts";
import { nameOf } from "../model/names.ts";
import { Alert } from "../ui/alert.tsx";
import { IconButton } from "../ui/button.tsx";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { ResetDialog } from "./reset-dialog.tsx";

type Verb = "suspendPerson" | "restorePerson" | "makeOwner" | "unmakeOwner";
type Question = Exclude<Verb, "restorePerson">;

export function PersonMenu({ person }: { readonly person: PersonEntry }) {
  const { t } = useLingui();
  const { api } = useClient();
  const me = useClientState((state) => state.me?.user.id);
  const [asked, setAsked] = useState<Question | "reset">();
  const { start } = useDeed((verb: Verb) => api.call(verb, { user_id: person.user.id }), ["owner"]);
  const name = nameOf(person.user);
  const suspended = person.suspended_at !== undefined;
  return (
    <>
      <Menu
        label={t`What to do about ${name}`}
        align="end"
        trigger={
          <IconButton label={t`What to do about ${name}`} size="small-icon">
            <EllipsisVertical aria-hidden className="size-5" />
          </IconButton>
        }
      >
        {!suspended && (
          <MenuItem icon={<KeyRound aria-hidden />} onSelect={() => setAsked("reset")}>
            <Trans>Reset the password</Trans>
          </MenuItem>
        )}
        {person.is_owner ? (
          <MenuItem icon={<ShieldOff aria-hidden />} onSelect={() => setAsked("unmakeOwner")}>
            <Trans>Take ownership away</Trans>
          </MenuItem>
        ) : (
          !suspended && (
            <MenuItem icon={<ShieldCheck aria-hidden />} onSelect={() => setAsked("makeOwner")}>
              <Trans>Make an owner</Trans>
            </MenuItem>
          )
        )}
        {suspended ? (
          <MenuItem icon={<RotateCcw aria-hidden />} onSelect={() => start("restorePerson")}>
            <Trans>Restore</Trans>
          </MenuItem>
        ) : (
          person.user.id !== me && (
            <MenuItem danger icon={<Ban aria-hidden />} onSelect={() => setAsked("suspendPerson")}>
              <Trans>Suspend</Trans>
            </MenuItem>
          )
        )}
      </Menu>
      <Confirmation
        name={name}
        question={asked === "reset" ? undefined : asked}
        onClose={() => setAsked(undefined)}
        onDo={start}
      />
      <ResetDialog open={asked === "reset"} user={person.user} onClose={() => setAsked(undefined)} />
    </>
  );
}

interface ConfirmationProps {
  readonly name: string;
  readonly question: Question | undefined;
  readonly onClose: () => void;
  readonly onDo: (verb: Question) => void;
}

function Confirmation({ name, question, onClose, onDo }: ConfirmationProps) {
  const { t } = useLingui();
  const words = {
    suspendPerson: {
      title: t`Suspend ${name}?`,
      text: t`They are signed out everywhere at once and cannot sign in. Their messages, chats and bots stay.`,
      label: t`Suspend`,
    },
    makeOwner: {
      title: t`Make ${name} an owner?`,
      text: t`They can then do everything that these pages offer, also to you.`,
      label: t`Make an owner`,
    },
    unmakeOwner: {
      title: t`Take ownership from ${name}?`,
      text: t`They stay in the service and in their chats, without these pages.`,
      label: t`Take ownership away`,
    },
  };
  // While it closes, it says what it said.
  const [last, setLast] = useState<Question>("suspendPerson");
  if (question && question !== last) setLast(question);
  const { title, text, label } = words[question ?? last];
  return (
    <Alert
      open={question !== undefined}
      onClose={onClose}
      title={title}
      close={t`Cancel`}
      deed={{ label, onDo: () => question && onDo(question) }}
    >
      {text}
    </Alert>
  );
}
