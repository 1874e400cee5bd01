/** The address to which a provider sends the browser back. The operator registers it there. */
export function callbackOf(public_url: string, provider_id: string): string {
  return `${public_url}/api/oidc/${provider_id}/callback`;
}
