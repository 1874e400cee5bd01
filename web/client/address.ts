/** The address that links for others begin with. */
import { useClientState } from "./context.tsx";

/** What the operator named, or where this page was opened. */
export function useAddress(): string {
  return useClientState((state) => state.me?.public_url) ?? location.origin;
}
