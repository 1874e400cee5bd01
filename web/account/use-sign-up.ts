/** Whether one could sign up here. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ResultOf } from "../api/call.ts";
import { useClient } from "../client/context.tsx";

export interface SignUp {
  /** Whether there is a way in: by an invitation, or without any; nothing while that is not known. */
  readonly known: ResultOf<"getSignUp"> | undefined;
  /**
   * For the form, when somebody begins to fill it in: it does not go away any more, whatever is known later. The service
   * says it once more when the form is sent.
   */
  readonly hold: () => void;
}

export function useSignUp(invitation?: string): SignUp {
  const { api } = useClient();
  const params = invitation === undefined ? {} : { invitation };
  const { data } = useQuery({
    queryKey: ["sign-up", invitation],
    queryFn: () => api.call("getSignUp", params),
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const [held, setHeld] = useState<{ readonly data: typeof data }>();
  return { known: held ? held.data : data, hold: () => setHeld((before) => before ?? { data }) };
}
