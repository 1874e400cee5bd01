/** The client of a call, by its network address. */

export interface Client {
  /** As it is shown; empty if it is not known. */
  readonly address: string;
  /** Under which it is counted: of IPv6 the /64 network, which is what one customer gets. */
  readonly network: string;
}

/** Of a call that no request has brought. */
export const NO_CLIENT: Client = { address: "", network: "" };
