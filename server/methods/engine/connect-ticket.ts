/** Tickets with which a page begins to connect an account at a provider. */
import type { Seal } from "../../app/accounts/seal.ts";

/** A ticket is used at once: the page goes to the address that contains it. */
const LIFE_S = 60;
const TICKET = "connect ticket";

export interface ConnectTicket {
  readonly person_id: number;
  readonly session_id: number;
  readonly provider_id: string;
}

export function sealTicket(seal: Seal, ticket: ConnectTicket, now_s: number): string {
  return seal.close(JSON.stringify({ ...ticket, until_s: now_s + LIFE_S }), TICKET);
}

/** `undefined` for one that is too old, or that this service has not sealed. */
export function openTicket(seal: Seal, sealed: string, now_s: number): ConnectTicket | undefined {
  const text = seal.open(sealed, TICKET);
  const ticket = text === undefined ? undefined : (JSON.parse(text) as ConnectTicket & { readonly until_s: number });
  return ticket && now_s <= ticket.until_s ? ticket : undefined;
}
