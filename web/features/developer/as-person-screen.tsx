/** Makes this browser a person, under this host name, and opens their chats. */
import { useEffect, useRef, useState } from "react";
import { callDeveloper, type Reference } from "../../core/api/developer-api.ts";
import type { Client } from "../../core/client/client.ts";
import { useClient } from "../../core/client/context.tsx";
import { LoadError } from "../rights/load-error.tsx";
import { LoadingScreen } from "../../ui/feedback/loading-screen.tsx";

interface AsPersonProps {
  /** An id or a user name. */
  readonly person: string;
  readonly world: string;
}

export function AsPersonScreen({ person, world }: AsPersonProps) {
  const client = useClient();
  const [error, setError] = useState<unknown>();
  const [tries, setTries] = useState(0);
  const begun = useRef(-1);
  useEffect(() => {
    // React runs effects twice in development, and each run would open a session.
    if (begun.current === tries) return;
    begun.current = tries;
    setError(undefined);
    becomePerson(client, person, world).catch(setError);
  }, [client, person, world, tries]);
  if (error !== undefined) return <LoadError error={error} onRetry={() => setTries(tries + 1)} />;
  return <LoadingScreen />;
}

async function becomePerson({ store, session }: Client, person: string, world: string): Promise<void> {
  const { me } = store.getState();
  const isThem = me?.world === world && (me.user.username === person || String(me.user.id) === person);
  if (!isThem) {
    // What the browser has stored of another person must not be shown to this one.
    if (me) session.endSession();
    const reference: Reference = /^\d{1,15}$/.test(person) ? Number(person) : person;
    await callDeveloper("openSession", { person: reference, world });
  }
  // The page is loaded anew, because everything in it belongs to whoever was here before.
  location.replace("/");
}
