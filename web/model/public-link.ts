/** The address by which everybody comes to a public chat. */

export function publicLink(username: string): string {
  return `${location.origin}/@${username}`;
}
