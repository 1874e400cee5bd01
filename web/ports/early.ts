/** The answers that `public/start.js` asked for before the client was there, each for whoever asks the same first. */

declare global {
  interface Window {
    readonly heliogramEarly?: Map<string, Promise<Response>>;
  }
}

export interface EarlyAnswers {
  /** What to take in the place of a call with this body. */
  take(method: string, body: string): Promise<Response> | undefined;
  /** Nobody is signed in: what the next one asks is answered anew. */
  drop(): void;
}

export function browserEarly(): EarlyAnswers {
  const answers = window.heliogramEarly;
  return {
    take(method, body) {
      const call = `${method} ${body}`;
      const answer = answers?.get(call);
      answers?.delete(call);
      return answer;
    },
    drop: () => answers?.clear(),
  };
}
