/** Responses that lead the browser on: to the provider, and back to a page of the client. */
import type { ProviderFault } from "@heliogram/shared/provider-faults.ts";
import type { ServerResponse } from "node:http";

/** 303, so that nothing is sent again. */
export function redirect(
  res: ServerResponse,
  trace_id: string,
  location: string,
  cookies: readonly string[] = [],
): "done" {
  res.writeHead(303, {
    Location: location,
    "Content-Length": 0,
    "X-Trace-Id": trace_id,
    ...(cookies.length > 0 ? { "Set-Cookie": [...cookies] } : {}),
  });
  res.end();
  return "done";
}

/** The page that says why a sign-in, or the connection of an account, was refused. */
export function pageOfFault(fault: ProviderFault, isConnecting: boolean): string {
  return `${isConnecting ? "/settings/connections" : "/sign-in"}?refused=${fault}`;
}
