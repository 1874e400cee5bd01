/** The topics of a chat, loaded when they are first shown. */
import { useEffect, useState } from "react";
import { isRetryable, retryDelay } from "../../core/api/errors.ts";
import { useClient, useClientState } from "../../core/client/context.tsx";
import type { ChatTopics } from "../../core/store/state.ts";

interface Topics {
  /** `undefined` until the first of them are loaded. */
  readonly topics: ChatTopics | undefined;
  readonly error: unknown;
  readonly retry: () => void;
}

export function useTopics(chat_id: number): Topics {
  const client = useClient();
  const topics = useClientState((state) => state.topics[chat_id]);
  const connection = useClientState((state) => state.connection);
  const [error, setError] = useState<unknown>();
  const [tries, setTries] = useState(0);
  const isComplete = topics?.isComplete === true;
  useEffect(() => {
    if (isComplete) return undefined;
    let callOff: (() => void) | undefined;
    let isOver = false;
    client.topics.loadTopics(chat_id).then(
      () => setError(undefined),
      (thrown: unknown) => {
        if (isOver) return;
        setError(thrown);
        if (!isRetryable(thrown)) return;
        callOff = client.ports.clock.after(retryDelay(thrown, tries), () => setTries(tries + 1));
      },
    );
    return () => {
      isOver = true;
      callOff?.();
    };
  }, [client, chat_id, isComplete, connection, tries]);
  return { topics, error, retry: () => setTries(tries + 1) };
}
