/** Under which names what settings show is kept. */

export const SESSIONS: readonly unknown[] = ["sessions"];
