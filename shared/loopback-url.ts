/** Recognizes URLs that work on one machine only. */

/** Whether the host of a URL is `localhost` or a loopback address, so that nobody on another machine can use it. */
export function isLoopbackUrl(address: string): boolean {
  return /^https?:\/\/(?:(?:[^/:@]+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])(?:[:/]|$)/i.test(address);
}
