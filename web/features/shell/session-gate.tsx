/**
 * Renders the client once the session is known. If the service does not answer, it restores the cached chats. While a
 * session is open, it keeps the socket connected.
 */
import { useEffect, useRef, type ReactNode } from "react";
import type { Client } from "../../core/client/client.ts";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { LoadingScreen } from "../../ui/feedback/loading-screen.tsx";

interface SessionGateProps {
  readonly children: ReactNode;
  readonly onSessionChange: () => void;
}

const RETRY_MS = 2000;
/** Without an answer for this long, the cached chats are shown. */
const RESTORE_AFTER_MS = 3000;

export function SessionGate({ children, onSessionChange }: SessionGateProps) {
  const client = useClient();
  const session = useClientState((state) => state.session);
  const previous = useRef(session);

  useEffect(() => (session === "unknown" ? findSession(client) : undefined), [client, session]);
  useEffect(() => (session === "open" ? client.connect() : undefined), [client, session]);
  useEffect(() => {
    if (previous.current !== "unknown" && previous.current !== session) onSessionChange();
    previous.current = session;
  }, [session, onSessionChange]);

  return session === "unknown" ? <LoadingScreen /> : children;
}

/**
 * Asks for the session until the service answers.
 * @returns a function that stops it
 */
function findSession({ session, offlineChats, ports: { clock } }: Client): () => void {
  let cancelRetry = () => {};
  const restore = () => void offlineChats.restore();
  const cancelRestore = clock.after(RESTORE_AFTER_MS, restore);
  const attempt = () => {
    session.loadSession().catch(() => {
      restore();
      cancelRetry = clock.after(RETRY_MS, attempt);
    });
  };
  attempt();
  return () => {
    cancelRetry();
    cancelRestore();
  };
}
