/** Sign-in with a passkey: a button, and suggestions of the browser where the user name is typed. */
import { Trans } from "@lingui/react/macro";
import { useEffect } from "react";
import type { ResultOf } from "../../core/api/api.ts";
import { useClient } from "../../core/client/context.tsx";
import { useStableCallback } from "../../core/client/use-stable-callback.ts";
import { useForm } from "../forms/use-form.ts";
import { PasskeyForm } from "./passkey-form.tsx";

/** Milliseconds after which suggestions get a new challenge, before the service forgets the old one. */
const RENEWED_MS = 8 * 60_000;

interface PasskeySignInProps {
  readonly options: ResultOf<"getSignInOptions"> | undefined;
}

export function PasskeySignIn({ options }: PasskeySignInProps) {
  const { ports } = useClient();
  if (!ports.passkeys.isUsable(options?.passkey_origin)) return null;
  return <PasskeyButton />;
}

function PasskeyButton() {
  const { api, ports, session } = useClient();
  const form = useForm(async () => {
    const { challenge, options } = await api.call("beginPasskeySignIn", {});
    await session.signInPasskey({ challenge, credential: await ports.passkeys.get(options) });
  });
  useSuggestions();
  return (
    <PasskeyForm form={form} variant="soft">
      <Trans>Sign in with a passkey</Trans>
    </PasskeyForm>
  );
}

/** Offers passkeys among the browser's suggestions as long as the page is open. What fails there is left to the button. */
function useSuggestions(): void {
  const { api, ports, session } = useClient();
  const suggest = useStableCallback(async (isOver: () => boolean) => {
    if (!(await ports.passkeys.canSuggest())) return;
    const { challenge, options } = await api.call("beginPasskeySignIn", {});
    if (isOver()) return;
    await session.signInPasskey({ challenge, credential: await ports.passkeys.suggest(options) });
  });
  useEffect(() => {
    let round = 0;
    let stop: () => void = () => {};
    const begin = () => {
      const own = ++round;
      suggest(() => own !== round).catch(() => {
        // The button says why, when it is pressed.
      });
      stop = ports.clock.after(RENEWED_MS, begin);
    };
    begin();
    return () => {
      round += 1;
      stop();
      ports.passkeys.cancel();
    };
  }, [ports, suggest]);
}
