/** The responses that `public/start.js` requests before the client is loaded; each is used once. */

declare global {
  interface Window {
    readonly heliogramPrefetched?: Map<string, Promise<Response>>;
  }
}

export interface PrefetchedResponses {
  /** The prefetched response for a call with this body. */
  take(method: string, body: string): Promise<Response> | undefined;
  /** Discards the remaining responses, because nobody is signed in. */
  drop(): void;
}

export function browserPrefetched(): PrefetchedResponses {
  const responses = window.heliogramPrefetched;
  return {
    take(method, body) {
      const call = `${method} ${body}`;
      const response = responses?.get(call);
      responses?.delete(call);
      return response;
    },
    drop: () => responses?.clear(),
  };
}
