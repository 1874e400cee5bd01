/** Whether an address that a person has typed names a scheme. */

/** A colon without slashes separates the port. */
export function hasScheme(address: string): boolean {
  return /^[^:]*:\/\//.test(address);
}
