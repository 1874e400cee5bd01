/** Finds out who is signed in before anything is shown, or shows what was kept where nobody answers; and keeps the line open while somebody is. */
import { useEffect, useRef, type ReactNode } from "react";
import type { Client } from "../client/client.ts";
import { useClient, useClientState } from "../client/context.tsx";
import { Waiting } from "../ui/waiting.tsx";

interface EntranceProps {
  readonly children: ReactNode;
  readonly onSessionChange: () => void;
}

const PAUSE_MS = 2000;
/** After this long without an answer, what was kept is shown. */
const KEPT_MS = 3000;

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
function askUntilKnown({ session, kept, ports: { clock } }: Client): () => void {
  let callOff = () => {};
  const restore = () => void kept.restore();
  const callOffRestoring = clock.after(KEPT_MS, restore);
  const ask = () => {
    session.findMe().catch(() => {
      restore();
      callOff = clock.after(PAUSE_MS, ask);
    });
  };
  ask();
  return () => {
    callOff();
    callOffRestoring();
  };
}
