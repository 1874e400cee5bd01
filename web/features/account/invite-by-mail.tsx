/** Invitations by mail: the addresses, and what has become of each. */
import { MAX_INVITED_ADDRESSES } from "@heliogram/shared/limits.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ResultOf } from "../../core/api/api.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Select } from "../../ui/forms/choice.tsx";
import { TextArea } from "../../ui/forms/text-field.tsx";
import { useMailSettings } from "./use-mail-settings.ts";

export type InvitedAddress = ResultOf<"inviteByMail">[number];

export type Way = "link" | "mail";

interface WayChoiceProps {
  readonly way: Way;
  readonly onChoose: (way: Way) => void;
}

/** Whether a link is made or mails are sent; there is no choice if the service sends no mail. */
export function WayChoice({ way, onChoose }: WayChoiceProps) {
  const { t } = useLingui();
  const settings = useMailSettings();
  if (!settings?.enabled) return null;
  const choices = [
    { value: "link", label: t`By a link that you pass on` },
    { value: "mail", label: t`By mail` },
  ] as const;
  return <Select label={t`How they are invited`} value={way} onChoose={onChoose} choices={choices} />;
}

export function AddressesField() {
  const { t } = useLingui();
  return (
    <TextArea
      label={t`Mail addresses`}
      hint={t`One on each line, ${MAX_INVITED_ADDRESSES} at most. Each gets a link of its own.`}
      name="addresses"
      dir="ltr"
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  );
}

/** Addresses are separated by what no address has. */
export function readAddresses(typed: string): string[] {
  return typed.split(/[\s,;]+/).filter((each) => each !== "");
}

/** What every address that the service accepts looks like. */
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The first text that is no address, so that one of many can be found. */
export function notAnAddress(addresses: readonly string[]): string | undefined {
  return addresses.find((each) => !ADDRESS.test(each));
}

interface InvitedAddressesProps {
  readonly invited: readonly InvitedAddress[];
  readonly onClose: () => void;
}

export function InvitedAddresses({ invited, onClose }: InvitedAddressesProps) {
  const states = useStates();
  return (
    <div className="flex flex-col gap-4 overflow-y-auto px-5 pb-5">
      <div role="status">
        <ul className="flex flex-col gap-2">
          {invited.map(({ address, state }) => (
            <li key={address} className="flex flex-col">
              <span>
                <bdi className="break-all">{address}</bdi>
              </span>
              <span className="text-sm text-soft">{states[state]}</span>
            </li>
          ))}
        </ul>
      </div>
      <div className="flex justify-end">
        <Button onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </div>
    </div>
  );
}

function useStates(): Readonly<Record<InvitedAddress["state"], string>> {
  const { t } = useLingui();
  return {
    invited: t`A mail is on its way`,
    already_invited: t`Invited already`,
    has_account: t`Has an account`,
  };
}
