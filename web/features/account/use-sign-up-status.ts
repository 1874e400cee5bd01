/** Whether sign-up is possible, with an invitation or without one. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ResultOf } from "../../core/api/api.ts";
import { useClient } from "../../core/client/context.tsx";

export interface SignUpStatus {
  /** The service's answer; `undefined` until it has arrived. */
  readonly status: ResultOf<"getSignUp"> | undefined;
  /**
   * Keeps the current status from now on. The form calls it when the user starts to fill it in, so that a later answer
   * does not remove the form. The service checks again when the form is submitted.
   */
  readonly freeze: () => void;
}

export function useSignUpStatus(invitation?: string): SignUpStatus {
  const { api } = useClient();
  const params = invitation === undefined ? {} : { invitation };
  const { data } = useQuery({
    queryKey: ["sign-up", invitation],
    queryFn: () => api.call("getSignUp", params),
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const [frozen, setFrozen] = useState<{ readonly data: typeof data }>();
  return { status: frozen ? frozen.data : data, freeze: () => setFrozen((before) => before ?? { data }) };
}
