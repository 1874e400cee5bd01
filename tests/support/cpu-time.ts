/** Processor time, by which tests tell linear from quadratic time on a busy machine too. */

/** Milliseconds of processor time that this thread has used. */
export function threadCpu_ms(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
