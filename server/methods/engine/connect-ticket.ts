/** Tickets with which a page begins to connect an account at a provider. */
import type { Seal } from "../../app/accounts/seal.ts";

/** A ticket is used at once: the page goes to the address that contains it. The last second of the minute counts. */
const LIFE_S = 61;
const TICKET = "connect ticket";

export interface ConnectTicket {
  readonly person_id: number;
  readonly session_id: number;
  readonly provider_id: string;
}

export function sealTicket(seal: Seal, ticket: ConnectTicket, now_s: number): string {
  return seal.closeUntil(ticket, TICKET, now_s + LIFE_S);
}

/** `undefined` for one that is too old, or that this service has not sealed. */
export function openTicket(seal: Seal, sealed: string, now_s: number): ConnectTicket | undefined {
  return seal.openUntil(sealed, TICKET, now_s);
}
