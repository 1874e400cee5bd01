/** The person's settings of mail, which also tell whether the service sends any. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { MailSettings } from "@heliogram/shared/wire.ts";
import { useClient, useClientState } from "../../core/client/context.tsx";

export const MAIL = ["mail"];

/** They are read again when another page has changed them. `undefined` until the service has answered. */
export function useMailSettings(): MailSettings | undefined {
  const { api } = useClient();
  const changed = useClientState((state) => state.profile_seq);
  return useQuery({
    queryKey: [...MAIL, changed],
    queryFn: () => api.call("getMailSettings", {}),
    placeholderData: keepPreviousData,
  }).data;
}
