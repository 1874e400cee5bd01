/** Mail in the matrix: a service that sends it, and codes by which addresses are confirmed. */
import { saveMailClaim } from "heliogram/store/queries/mail/mail-addresses.ts";
import { START_S, type Overrides, type TestService } from "../support/service.ts";

const DAY_S = 86_400;

/** A service that sends mail, by a server that is not there. */
export const UNREACHABLE_MAIL: Overrides["mail"] = {
  smtp: {
    ...{ host: "127.0.0.1", port: 1, is_encrypted: false, tls: "off", credentials: undefined },
    ...{ connections: 1, timeout_s: 1, certificate: undefined, from: { name: "", address: "chat@example.org" } },
  },
  public_url: "https://chat.example.org",
};

/** The code by which an address becomes a person's. */
export async function mailCode({ service }: TestService, person_id: number, address: string): Promise<string> {
  const code = `code of ${person_id}`;
  const claim = { person_id, address, expires_at: START_S + DAY_S };
  await service.db.write((tx) => saveMailClaim(tx, claim, service.hashes.of(code)));
  return code;
}
