/** How long a replay waits for bots. */
export interface WaitLimits {
  /** How long nothing may happen while something is expected, in milliseconds. */
  readonly timeout_ms: number;
  /** How long nothing may happen once everything is there, in milliseconds. */
  readonly quiet_ms: number;
}
