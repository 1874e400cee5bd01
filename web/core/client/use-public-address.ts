/** The base URL of links that are shared with others. */
import { useClientState } from "./context.tsx";

/** The public URL that the operator configured, or the origin of this page. */
export function usePublicAddress(): string {
  return useClientState((state) => state.me?.public_url) ?? location.origin;
}
