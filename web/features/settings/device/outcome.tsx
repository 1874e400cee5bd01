/** What has become of the device that was asked for. */
import { Trans } from "@lingui/react/macro";
import { CircleCheck, CircleX } from "lucide-react";
import { Button } from "../../../ui/buttons/button.tsx";
import { useDeviceName } from "../device-name.ts";
import type { Answered } from "./device-code.ts";

interface OutcomeProps {
  readonly answered: Answered;
  readonly onAgain: () => void;
}

export function Outcome({ answered, onAgain }: OutcomeProps) {
  const { device, isConfirmed } = answered;
  const name = useDeviceName()(device.label);
  const Icon = isConfirmed ? CircleCheck : CircleX;
  return (
    <div className="flex flex-col items-center gap-4 text-center">
      <Icon aria-hidden className="size-12 text-accent" />
      <p role="status" className="max-w-full break-words">
        {isConfirmed ? (
          <Trans>
            <bdi>{name}</bdi> is signed in. You see it in the settings, where you can sign it out.
          </Trans>
        ) : (
          <Trans>The device was refused. If you did not scan the code, somebody else sees your screen.</Trans>
        )}
      </p>
      <Button variant="soft" onClick={onAgain}>
        <Trans>Show a new code</Trans>
      </Button>
    </div>
  );
}
