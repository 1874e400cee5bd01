/** What went wrong with an outgoing request. */

/** A request that got no usable answer. The message says why and names no address of the inner network. */
export class EgressFault extends Error {}
