/** The owner's actions on a person. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { PersonEntry } from "@heliogram/shared/wire.ts";
import { Archive, Ban, Download, KeyRound, RotateCcw, ShieldCheck, ShieldOff, UserX } from "lucide-react";
import { useState } from "react";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { useAction } from "../forms/use-action.ts";
import { useArchive } from "../forms/use-archive.ts";
import { nameOf } from "../../core/model/people/names.ts";
import { Alert } from "../../ui/overlays/alert.tsx";
import { MenuItem } from "../../ui/overlays/menu.tsx";
import { EraseDialog } from "./erase-dialog.tsx";
import { HoldDialog } from "./hold-dialog.tsx";
import { ResetDialog } from "./reset-dialog.tsx";
import { SubjectMenu } from "./subject-menu.tsx";

type OwnerMethod = "suspendPerson" | "restorePerson" | "makeOwner" | "unmakeOwner" | "removeSecondFactor";
type ConfirmedMethod = Exclude<OwnerMethod, "restorePerson">;
type DialogName = ConfirmedMethod | "reset" | "erase" | "hold";

export function PersonMenu({ person }: { readonly person: PersonEntry }) {
  const { api } = useClient();
  const me = useClientState((state) => state.me?.user.id);
  const [openDialog, setOpenDialog] = useState<DialogName>();
  const { start } = useAction((verb: OwnerMethod) => api.call(verb, { user_id: person.user.id }), ["owner"]);
  const name = nameOf(person.user);
  const suspended = person.suspended_at !== undefined;
  return (
    <>
      <SubjectMenu name={name}>
        {!suspended && (
          <MenuItem icon={<KeyRound aria-hidden />} onSelect={() => setOpenDialog("reset")}>
            <Trans>Reset the password</Trans>
          </MenuItem>
        )}
        {person.user.id !== me && (
          <SecondFactorItem person={person} onSelect={() => setOpenDialog("removeSecondFactor")} />
        )}
        {person.is_owner ? (
          <MenuItem icon={<ShieldOff aria-hidden />} onSelect={() => setOpenDialog("unmakeOwner")}>
            <Trans>Take ownership away</Trans>
          </MenuItem>
        ) : (
          !suspended && (
            <MenuItem icon={<ShieldCheck aria-hidden />} onSelect={() => setOpenDialog("makeOwner")}>
              <Trans>Make an owner</Trans>
            </MenuItem>
          )
        )}
        <DataItems user_id={person.user.id} onHold={() => setOpenDialog("hold")} />
        {suspended ? (
          <MenuItem icon={<RotateCcw aria-hidden />} onSelect={() => start("restorePerson")}>
            <Trans>Restore</Trans>
          </MenuItem>
        ) : (
          person.user.id !== me && (
            <MenuItem danger icon={<Ban aria-hidden />} onSelect={() => setOpenDialog("suspendPerson")}>
              <Trans>Suspend</Trans>
            </MenuItem>
          )
        )}
        {person.user.id !== me && (
          <MenuItem danger icon={<UserX aria-hidden />} onSelect={() => setOpenDialog("erase")}>
            <Trans>Erase</Trans>
          </MenuItem>
        )}
      </SubjectMenu>
      <Dialogs person={person} open={openDialog} onClose={() => setOpenDialog(undefined)} onDo={start} />
    </>
  );
}

interface SecondFactorItemProps {
  readonly person: PersonEntry;
  readonly onSelect: () => void;
}

function SecondFactorItem({ person, onSelect }: SecondFactorItemProps) {
  if (person.has_second_factor !== true) return null;
  return (
    <MenuItem icon={<ShieldOff aria-hidden />} onSelect={onSelect}>
      <Trans>Remove the second factor</Trans>
    </MenuItem>
  );
}

/** What concerns the data of the person. */
function DataItems({ user_id, onHold }: { readonly user_id: number; readonly onHold: () => void }) {
  const { api } = useClient();
  const { start } = useArchive(() => api.call("exportPerson", { user_id }));
  return (
    <>
      <MenuItem icon={<Download aria-hidden />} onSelect={() => start(undefined)}>
        <Trans>Download an archive</Trans>
      </MenuItem>
      <MenuItem icon={<Archive aria-hidden />} onSelect={onHold}>
        <Trans>Put under hold</Trans>
      </MenuItem>
    </>
  );
}

interface DialogsProps {
  readonly person: PersonEntry;
  readonly open: DialogName | undefined;
  readonly onClose: () => void;
  readonly onDo: (verb: ConfirmedMethod) => void;
}

function Dialogs({ person: { user }, open, onClose, onDo }: DialogsProps) {
  return (
    <>
      <Confirmation
        name={nameOf(user)}
        question={open === "reset" || open === "erase" || open === "hold" ? undefined : open}
        onClose={onClose}
        onDo={onDo}
      />
      <EraseDialog open={open === "erase"} user={user} onClose={onClose} />
      <HoldDialog open={open === "hold"} name={nameOf(user)} subject={{ user_id: user.id }} onClose={onClose} />
      <ResetDialog open={open === "reset"} user={user} onClose={onClose} />
    </>
  );
}

interface ConfirmationProps {
  readonly name: string;
  readonly question: ConfirmedMethod | undefined;
  readonly onClose: () => void;
  readonly onDo: (verb: ConfirmedMethod) => void;
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
    removeSecondFactor: {
      title: t`Remove the second factor of ${name}?`,
      text: t`Their app, passkeys and recovery codes go, and they sign in with the password alone. Do it only if you are sure who asks you.`,
      label: t`Remove the second factor`,
    },
    unmakeOwner: {
      title: t`Take ownership from ${name}?`,
      text: t`They stay in the service and in their chats, without these pages.`,
      label: t`Take ownership away`,
    },
  };
  // The text stays while the dialog fades out.
  const [last, setLast] = useState<ConfirmedMethod>("suspendPerson");
  if (question && question !== last) setLast(question);
  const { title, text, label } = words[question ?? last];
  return (
    <Alert
      open={question !== undefined}
      onClose={onClose}
      title={title}
      close={t`Cancel`}
      action={{ label, onDo: () => question && onDo(question) }}
    >
      {text}
    </Alert>
  );
}
