/** The page behind the QR code of an open session: signs this device in, once that session has confirmed it. */
import { Trans } from "@lingui/react/macro";
import { useEffect, useState, type ReactNode } from "react";
import { useClientState } from "../../core/client/context.tsx";
import { DeviceNumber } from "../../ui/display/device-number.tsx";
import { Spinner } from "../../ui/feedback/spinner.tsx";
import { useErrorMessage } from "../rights/use-error-message.ts";
import { AccountPage } from "./account-page.tsx";
import { ChatsLink } from "./chats-link.tsx";
import { BackToSignInLink } from "./form-footer.tsx";
import { useDeviceSignIn } from "./use-device-sign-in.ts";

export function NewDeviceScreen() {
  const [code] = useState(() => location.hash.slice(1));
  // Whoever signs in while the page is open has a session of another page.
  const [hadSession] = useState(useClientState((state) => state.session === "open"));
  useEffect(() => {
    // The code is not to stay in the history of the browser.
    if (location.hash !== "") history.replaceState(history.state, "", location.pathname);
  }, []);
  if (hadSession) return <SignedInAlready />;
  if (code === "")
    return (
      <Refused>
        <Trans>Scan the code that your other device shows under “Sign in on another device”.</Trans>
      </Refused>
    );
  return <Waiting code={code} />;
}

function Waiting({ code }: { readonly code: string }) {
  const errorMessage = useErrorMessage();
  const { number, error } = useDeviceSignIn(code);
  if (error) return <Refused>{errorMessage(error)}</Refused>;
  return (
    <AccountPage
      title={<Trans>Almost signed in</Trans>}
      subtitle={<Trans>Confirm this device on your other device, if it shows the same number.</Trans>}
    >
      <div role="status" className="flex min-h-24 flex-col items-center gap-4 text-soft">
        {number !== undefined && (
          <>
            <DeviceNumber number={number} />
            <span className="text-center text-sm">
              <Trans>Waiting for the confirmation on your other device</Trans>
            </span>
          </>
        )}
        <Spinner />
      </div>
    </AccountPage>
  );
}

function Refused({ children }: { readonly children: ReactNode }) {
  return (
    <AccountPage title={<Trans>This device is not signed in</Trans>} subtitle={<span role="alert">{children}</span>}>
      <BackToSignInLink />
    </AccountPage>
  );
}

function SignedInAlready() {
  return (
    <AccountPage
      title={<Trans>You are signed in here already</Trans>}
      subtitle={<Trans>Sign out first to sign in to another account.</Trans>}
    >
      <ChatsLink />
    </AccountPage>
  );
}
