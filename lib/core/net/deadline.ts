/** Run a task with a signal that aborts after `deadlineMs`. The task must react to the signal. */
export async function withDeadline<T>(deadlineMs: number, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), deadlineMs);
  try {
    return await task(deadline.signal);
  } finally {
    clearTimeout(timer);
  }
}
