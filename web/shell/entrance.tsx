/** Finds out who is signed in before anything is shown, and keeps the line open while somebody is. */
import { useEffect, useRef, type ReactNode } from "react";
import type { Client } from "../client/client.ts";
import { useClient, useClientState } from "../client/context.tsx";
import { Waiting } from "../ui/waiting.tsx";

interface EntranceProps {
  readonly children: ReactNode;
  readonly onSessionChange: () => void;
}

const PAUSE_MS = 2000;

export function Entrance({ children, onSessionChange }: EntranceProps) {
  const client = useClient();
  const session = useClientState((state) => state.session);
  const before = useRef(session);

  useEffect(() => (session === "unknown" ? askUntilKnown(client) : undefined), [client, session]);
  useEffect(() => (session === "open" ? client.connect() : undefined), [client, session]);
  useEffect(() => {
    if (before.current !== "unknown" && before.current !== session) onSessionChange();
    before.current = session;
  }, [session, onSessionChange]);

  return session === "unknown" ? <Waiting /> : children;
}

/** The service may be away for a moment. @returns a function that stops the asking */
function askUntilKnown(client: Client): () => void {
  let callOff = () => {};
  const ask = () => {
    client.session.findMe().catch(() => (callOff = client.ports.clock.after(PAUSE_MS, ask)));
  };
  ask();
  return () => callOff();
}
