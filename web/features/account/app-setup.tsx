/** What the user needs to set up an authenticator app: its QR code and key, and the field for the first code. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Smartphone } from "lucide-react";
import { useRef, useState } from "react";
import type { ResultOf } from "../../core/api/api.ts";
import { buttonVariants } from "../../ui/buttons/button.tsx";
import { CopyButton, CopyFailedNote } from "../../ui/clipboard/copy-field.tsx";
import { LazyQrCode } from "../../ui/display/lazy-qr-code.tsx";
import { TextArea, TextField } from "../../ui/forms/text-field.tsx";

interface AppSetupProps {
  readonly setup: ResultOf<"beginSecondFactor">;
  /** Whether the field for the code is what the page begins with. */
  readonly autoFocus?: boolean;
}

export function AppSetup({ setup, autoFocus = true }: AppSetupProps) {
  const { t } = useLingui();
  const key = useRef<HTMLTextAreaElement>(null);
  const [isRefused, setRefused] = useState(false);
  const select = () => {
    setRefused(true);
    key.current?.select();
  };
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
        ref={key}
        label={t`Key`}
        dir="ltr"
        readOnly
        rows={2}
        value={setup.secret}
        className="resize-none font-mono break-all"
      />
      {isRefused && <CopyFailedNote />}
      <div className="flex flex-wrap gap-2">
        <CopyButton variant="soft" text={setup.secret} onRefused={select} />
        {/* A phone cannot scan its own screen. Authenticator apps open such addresses. */}
        <a href={setup.address} className={buttonVariants({ variant: "soft", className: "pointer-fine:hidden" })}>
          <Smartphone aria-hidden className="size-4" />
          <Trans>Open the app on this device</Trans>
        </a>
      </div>
      <TextField
        label={t({ message: "Code", context: "of an authenticator app" })}
        name="code"
        dir="ltr"
        autoComplete="one-time-code"
        required
        autoFocus={autoFocus}
      />
    </>
  );
}
