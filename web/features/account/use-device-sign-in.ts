/** The sign-in of this device by a code that another one shows: claims it, and waits for the answer there. */
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { ResultOf } from "../../core/api/api.ts";
import { NetworkError } from "../../core/api/errors.ts";
import type { Client } from "../../core/client/client.ts";
import { useClient } from "../../core/client/context.tsx";

type Claim = ResultOf<"claimDeviceCode">;

const RETRY_MS = 2000;
/** Without an answer of the service for so long, the claim has expired there. */
const GIVE_UP_MS = 300_000;

export interface DeviceSignIn {
  /** What this device shows while it waits; `undefined` before. */
  readonly number: string | undefined;
  readonly error: Error | null;
}

export function useDeviceSignIn(code: string): DeviceSignIn {
  const client = useClient();
  const navigate = useNavigate();
  const [error, setError] = useState<Error | null>(null);
  const claim = useQuery({
    queryKey: ["device claim", code],
    queryFn: () => client.api.call("claimDeviceCode", { code }),
    // It works once.
    staleTime: Infinity,
    retry: false,
  });
  const claimed = claim.data;
  useEffect(() => {
    if (!claimed) return undefined;
    const leaving = new AbortController();
    const run = async () => {
      await awaitAnswer(client, claimed, leaving.signal);
      await client.session.loadSession();
      await navigate({ to: "/", replace: true });
    };
    run().catch((reason: unknown) => {
      if (!leaving.signal.aborted) setError(reason as Error);
    });
    return () => leaving.abort();
  }, [client, navigate, claimed]);
  return { number: claimed?.number, error: claim.error ?? error };
}

/** Resolves when the service has opened a session for this device. @throws ApiError, NetworkError, or the signal's reason */
async function awaitAnswer({ api, ports: { clock } }: Client, { claim }: Claim, signal: AbortSignal): Promise<void> {
  const end_ms = clock.now_ms() + GIVE_UP_MS;
  for (;;) {
    try {
      if (!("waiting" in (await api.call("signInDevice", { claim }, { signal })))) return;
    } catch (error) {
      if (!(error instanceof NetworkError) || clock.now_ms() > end_ms) throw error;
      await new Promise<void>((done) => void clock.after(RETRY_MS, done));
      signal.throwIfAborted();
    }
  }
}
