/** What the user needs to set up an authenticator app: its QR code and key, and the field for the first code. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { ResultOf } from "../../core/api/api.ts";
import { LazyQrCode } from "../../ui/display/lazy-qr-code.tsx";
import { TextArea, TextField } from "../../ui/forms/text-field.tsx";

interface AppSetupProps {
  readonly setup: ResultOf<"beginSecondFactor">;
  /** Whether the field for the code is what the page begins with. */
  readonly autoFocus?: boolean;
}

export function AppSetup({ setup, autoFocus = true }: AppSetupProps) {
  const { t } = useLingui();
  return (
    <>
      <p className="text-sm text-soft">
        <Trans>
          Scan this with your authenticator app, or type the key into it. Then enter the code that it shows.
        </Trans>
      </p>
      <div className="self-center">
        <LazyQrCode text={setup.address} label={t`QR code for the authenticator app`} />
      </div>
      {/* On a phone the key takes two lines. */}
      <TextArea
        label={t`Key`}
        dir="ltr"
        readOnly
        rows={2}
        value={setup.secret}
        className="resize-none font-mono break-all"
      />
      <TextField label={t`Code`} name="code" dir="ltr" autoComplete="one-time-code" required autoFocus={autoFocus} />
    </>
  );
}
