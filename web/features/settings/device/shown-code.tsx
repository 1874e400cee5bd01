/** The QR code by which another device signs in, and how to use it. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiError } from "../../../core/api/errors.ts";
import { usePublicAddress } from "../../../core/client/use-public-address.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { CopyField } from "../../../ui/clipboard/copy-field.tsx";
import { LazyQrCode } from "../../../ui/display/lazy-qr-code.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { FormError } from "../../forms/form-error.tsx";
import { useErrorMessage } from "../../rights/use-error-message.ts";
import { DEVICE_CODE } from "./device-code.ts";
import { useShownCode } from "./use-shown-code.ts";

export function ShownCode() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const errorMessage = useErrorMessage();
  const address = usePublicAddress();
  const { code, error, isPaused, restart } = useShownCode();
  const isClaimed = error instanceof ApiError && error.reason === "DEVICE_WAITING";
  useEffect(() => {
    if (isClaimed) void queries.invalidateQueries({ queryKey: DEVICE_CODE });
  }, [queries, isClaimed]);
  return (
    <div className="flex flex-col items-center gap-4">
      <p className="text-sm text-soft">
        <Trans>
          Scan this code with the camera of the other device and open the address. Then compare the numbers, and confirm
          here.
        </Trans>
      </p>
      {error && !isClaimed ? (
        <FormError error={{ message: errorMessage(error), reason: undefined }} />
      ) : isPaused ? (
        <p className="grid size-52 place-items-center rounded-lg bg-hover p-4 text-center text-soft">
          <Trans>The code has expired.</Trans>
        </p>
      ) : code === undefined ? (
        <Skeleton className="size-52" />
      ) : (
        <LazyQrCode text={`${address}/device#${code}`} label={t`QR code for the other device`} />
      )}
      {(isPaused || error) && (
        <Button onClick={restart}>
          <Trans>Show a new code</Trans>
        </Button>
      )}
      {code !== undefined && !error && (
        <div className="w-full">
          <CopyField label={t`Or open this address there`} text={`${address}/device#${code}`} />
        </div>
      )}
      <p className="text-sm text-soft">
        <Trans>Show the code to nobody, and send the address to nobody: whoever you confirm reads your chats.</Trans>
      </p>
    </div>
  );
}
