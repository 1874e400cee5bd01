/** The answers that `public/start.js` asked for before the client was there, each for whoever asks the same first. */

declare global {
  var heliogramEarly: Map<string, Promise<Response>> | undefined;
}

/** What to take in the place of a call without parameters. */
export function takeEarly(method: string): Promise<Response> | undefined {
  const answer = globalThis.heliogramEarly?.get(method);
  globalThis.heliogramEarly?.delete(method);
  return answer;
}

/** Nobody is signed in: what the next one asks is answered anew. */
export function dropEarly(): void {
  globalThis.heliogramEarly?.clear();
}
