/** Creates an invitation: a link for one or more people, which can add them to chats. */
import { MAX_INVITATION_CHATS as MAX_CHATS, MAX_INVITATION_USES } from "@heliogram/shared/limits.ts";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { ResultOf } from "../../core/api/api.ts";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { FormError } from "../forms/form-error.tsx";
import { useForm } from "../forms/use-form.ts";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { chatsInOrder } from "../../core/model/chats/chat-order.ts";
import { titleOf } from "../../core/model/people/names.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Select } from "../../ui/forms/choice.tsx";
import { CopyField } from "../../ui/clipboard/copy-field.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import {
  AddressesField,
  InvitedAddresses,
  notAnAddress,
  readAddresses,
  WayChoice,
  type InvitedAddress,
  type Way,
} from "./invite-by-mail.tsx";
import { arrowList } from "../../ui/focus/arrow-list.ts";

const DAY_S = 86_400;

type CreatedInvitation = ResultOf<"createInvitation"> & { readonly people: number };

export function InviteSteps({ onClose }: { readonly onClose: () => void }) {
  const [created, setCreated] = useState<CreatedInvitation>();
  const [invited, setInvited] = useState<readonly InvitedAddress[]>();
  if (created) return <NewLink created={created} />;
  if (invited) return <InvitedAddresses invited={invited} onClose={onClose} />;
  return <InvitationForm onClose={onClose} onMade={setCreated} onMailed={setInvited} />;
}

interface InvitationFormProps {
  readonly onClose: () => void;
  readonly onMade: (created: CreatedInvitation) => void;
  readonly onMailed: (invited: readonly InvitedAddress[]) => void;
}

function InvitationForm({ onClose, onMade, onMailed }: InvitationFormProps) {
  const { t } = useLingui();
  const { api } = useClient();
  const [days, setDays] = useState<Days>("7");
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [way, setWay] = useState<Way>("link");
  const [wrong, setWrong] = useState<string>();
  const form = useForm(async ({ people = "1", addresses = "" }) => {
    const options = { lasts_s: Number(days) * DAY_S, chat_ids: [...chosen] };
    if (way === "mail") {
      const read = readAddresses(addresses);
      const wrong = notAnAddress(read);
      setWrong(wrong);
      if (wrong === undefined) onMailed(await api.call("inviteByMail", { addresses: read, ...options }));
      return;
    }
    const max_uses = Number(people);
    const created = await api.call("createInvitation", { max_uses, ...options });
    onMade({ ...created, people: max_uses });
  });
  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-4 overflow-y-auto px-5 pb-5">
      <WayChoice way={way} onChoose={setWay} />
      {way === "mail" && <AddressesField />}
      <div className="grid grid-cols-2 gap-3">
        {way === "link" && (
          <TextField
            label={t`For how many people`}
            name="people"
            type="number"
            inputMode="numeric"
            min={1}
            max={MAX_INVITATION_USES}
            defaultValue={1}
            required
          />
        )}
        <Select label={t`Works for`} value={days} onChoose={setDays} choices={useDays()} />
      </div>
      <ChatChoice chosen={chosen} onChange={setChosen} />
      <FormError
        error={
          way === "mail" && wrong !== undefined
            ? { reason: undefined, message: t`This is no mail address: ${wrong}` }
            : form.error
        }
      />
      <div className="flex justify-end gap-2">
        <Button variant="plain" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" disabled={form.busy}>
          {way === "mail" ? <Trans>Send the invitations</Trans> : <Trans>Make the link</Trans>}
        </Button>
      </div>
    </form>
  );
}

type Days = "1" | "7" | "30" | "365";

function useDays(): { readonly value: Days; readonly label: string }[] {
  const { t } = useLingui();
  return [
    { value: "1", label: t`A day` },
    { value: "7", label: t`A week` },
    { value: "30", label: t`30 days` },
    { value: "365", label: t`A year` },
  ];
}

interface ChatChoiceProps {
  readonly chosen: readonly number[];
  readonly onChange: (chosen: readonly number[]) => void;
}

/** The groups and channels to which the user may add members. */
function ChatChoice({ chosen, onChange }: ChatChoiceProps) {
  const { t } = useLingui();
  const chats = useClientState((state) => state.chats) ?? {};
  const open = chatsInOrder(chats).filter(({ chat, can }) => chat.type !== "private" && can?.invite_users === null);
  if (open.length === 0) return null;
  const full = chosen.length >= MAX_CHATS ? t`An invitation leads into at most ${MAX_CHATS} chats.` : undefined;
  return (
    <fieldset>
      <legend className="mb-2 font-medium">
        <Trans>They come into these chats</Trans>
      </legend>
      <ul ref={arrowList} className="flex max-h-56 flex-col gap-1 overflow-y-auto">
        {open.map(({ chat }) => {
          const isChosen = chosen.includes(chat.id);
          return (
            <li key={chat.id}>
              <Checkbox
                checked={isChosen}
                reason={isChosen ? undefined : full}
                onChange={(checked) =>
                  onChange(checked ? [...chosen, chat.id] : chosen.filter((each) => each !== chat.id))
                }
                className="min-h-10"
              >
                <span className="min-w-0 truncate" dir="auto">
                  {titleOf(chat)}
                </span>
              </Checkbox>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

function NewLink({ created: { link, expires_at, people } }: { readonly created: CreatedInvitation }) {
  const { t } = useLingui();
  const format = useFormat();
  const until = <Time value={format.full(expires_at)} />;
  return (
    <div className="flex flex-col gap-3 px-5 pb-5">
      <p className="text-soft" role="status">
        <Trans>
          <Plural value={people} one="One person" other="# people" /> can sign up with this link, until {until}.
        </Trans>{" "}
        <Trans>You are told in a private chat when somebody does.</Trans>
      </p>
      <CopyField label={t`Invitation link`} text={link} />
    </div>
  );
}
