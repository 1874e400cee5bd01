/** Passkeys as their owner sees them. */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { Passkey } from "../store/queries/accounts/passkeys.ts";

/** @param rp_id - the domain of passkeys now, if there is one */
export function presentPasskey(passkey: Passkey, rp_id: string | undefined): Wire.Passkey {
  const { id, name, created_at, used_at, is_synced } = passkey;
  return {
    ...{ id, name, created_at, synced: is_synced },
    ...(used_at === null ? {} : { used_at }),
    ...(passkey.rp_id === rp_id ? {} : { domain: passkey.rp_id }),
  };
}
