/** Waits for the moment at which another process can take over, so that nobody waits for somebody else's upload. */

/** How often requests are looked at. */
const STEP_MS = 20;
/** For this time, a moment is awaited at which no body arrives and no response is being sent. */
const NONE_MS = 10_000;
/** After it, one at which they are all younger than this. */
const YOUNG_MS = 500;
/** Then it is taken as it is. */
const LIMIT_MS = 30_000;

export interface QuietMomentDeps {
  /** Calls `fire` once after a delay. @returns a function that cancels the call */
  readonly after: (delay_ms: number, fire: () => void) => () => void;
  /** Requests whose body is still arriving, and responses that are being sent, each an object of its own. */
  readonly transfers: () => readonly object[];
  /** What must have ended as well, within the limit. */
  readonly other: Promise<unknown>;
}

/** Resolves at a quiet moment, in the turn of the event loop in which it was found, or after the limit. */
export async function quietMoment({ after, transfers, other }: QuietMomentDeps): Promise<void> {
  let isOver = false;
  void other.catch(() => {}).then(() => (isOver = true));
  let seen = new Map<object, number>();
  for (let passed_ms = 0; passed_ms < LIMIT_MS; passed_ms += STEP_MS) {
    const present = transfers();
    seen = new Map(present.map((each) => [each, seen.get(each) ?? passed_ms]));
    const areYoung = present.every((each) => passed_ms - seen.get(each)! < YOUNG_MS);
    if (isOver && (present.length === 0 || (passed_ms >= NONE_MS && areYoung))) return;
    await new Promise<void>((done) => after(STEP_MS, done));
  }
}
