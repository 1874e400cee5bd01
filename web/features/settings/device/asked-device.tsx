/** The device that has used the code: the person compares the numbers, and confirms or refuses it. */
import { Trans } from "@lingui/react/macro";
import { useClient } from "../../../core/client/context.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { DeviceNumber } from "../../../ui/display/device-number.tsx";
import { useAction } from "../../forms/use-action.ts";
import { useDeviceName } from "../device-name.ts";
import { ConfirmDevice } from "./confirm-device.tsx";
import { DEVICE_CODE, type Answered, type Device } from "./device-code.ts";

interface AskedDeviceProps {
  readonly device: Device;
  readonly onAnswer: (answered: Answered) => void;
}

export function AskedDevice({ device, onAnswer }: AskedDeviceProps) {
  const { api } = useClient();
  const { number, label, client_address } = device;
  const name = useDeviceName()(label);
  const { busy, start } = useAction(async () => {
    await api.call("refuseDevice", { number });
    onAnswer({ device, isConfirmed: false });
  }, DEVICE_CODE);
  return (
    <div className="flex flex-col gap-4">
      <div role="status" className="flex flex-col items-center gap-2 text-center">
        <h2 className="text-lg font-semibold">
          <Trans>Is this your device?</Trans>
        </h2>
        <DeviceNumber number={number} />
        <p className="max-w-full font-medium break-words" dir="auto">
          {name}
        </p>
        {client_address !== "" && (
          <p className="max-w-full text-sm break-words text-soft">
            <Trans>
              From <bdi>{client_address}</bdi>
            </Trans>
          </p>
        )}
      </div>
      <p className="text-sm text-soft">
        <Trans>
          Confirm only if your other device shows the same number. It then signs in to your account, and is asked for
          nothing else.
        </Trans>
      </p>
      <ConfirmDevice device={device} onConfirmed={() => onAnswer({ device, isConfirmed: true })}>
        <Button variant="soft" disabled={busy} onClick={() => start(undefined)}>
          <Trans>This is not my device</Trans>
        </Button>
      </ConfirmDevice>
    </div>
  );
}
