/**
 * Measure the CPU time of a task on this thread in milliseconds. Other processes change it little, so a test compares
 * it with `REFERENCE_CPU_MS` and never looks at the time that passes.
 */
export async function measureCpuMs(task: () => unknown): Promise<number> {
  const start = process.threadCpuUsage();
  await task();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

/** CPU time of reading a text of 25 million characters on this thread: about a tenth of a second. */
export const REFERENCE_CPU_MS = await measureCpuMs(() => {
  const text = 'reference '.repeat(500_000);
  let sum = 0;
  for (let round = 0; round < 5; round++) {
    for (let index = 0; index < text.length; index++) sum = (sum * 31 + text.charCodeAt(index)) >>> 0;
  }
  return sum;
});
