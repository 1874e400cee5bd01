/** The client of a call: its network address, and what it says it is. */

export interface Client {
  /** As it is shown; empty if it is not known. */
  readonly address: string;
  /** Under which it is counted: of IPv6 the /64 network, which is what one customer gets. */
  readonly network: string;
  /** The `User-Agent` header as the client has sent it; empty without one. */
  readonly user_agent: string;
}

/** Of a call that no request has brought. */
export const NO_CLIENT: Client = { address: "", network: "", user_agent: "" };
