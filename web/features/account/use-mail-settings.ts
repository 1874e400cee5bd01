/** The person's settings of mail, which also tell whether the service sends any. */
import { useQuery } from "@tanstack/react-query";
import type { MailSettings } from "@heliogram/shared/wire.ts";
import { useClient } from "../../core/client/context.tsx";

export const MAIL = ["mail"];

/** `undefined` until the service has answered. */
export function useMailSettings(): MailSettings | undefined {
  const { api } = useClient();
  return useQuery({ queryKey: MAIL, queryFn: () => api.call("getMailSettings", {}) }).data;
}
