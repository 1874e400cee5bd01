/** Whether one could sign up here. */
import { useQuery } from "@tanstack/react-query";
import type { ResultOf } from "../api/call.ts";
import { useClient } from "../client/context.tsx";

/**
 * Whether there is a way in: by an invitation, or without any; nothing while that is not known. What is being filled
 * in does not go away because of it: the service says once more when the form is sent.
 */
export function useSignUp(invitation?: string): ResultOf<"getSignUp"> | undefined {
  const { api } = useClient();
  const params = invitation === undefined ? {} : { invitation };
  const asked = useQuery({
    queryKey: ["sign-up", invitation],
    queryFn: () => api.call("getSignUp", params),
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return asked.data;
}
