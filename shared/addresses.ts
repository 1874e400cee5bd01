/** Addresses of the service as people are given them. */

/** Whether an address leads to the machine itself, whichever it is opened on: nobody else can use it. */
export function isOfOneMachine(address: string): boolean {
  return /^https?:\/\/(?:(?:[^/:@]+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])(?:[:/]|$)/i.test(address);
}
