/**
 * Wait until all tasks have ended, so that a failed one does not prevent the others. Returns their values, or throws the error
 * of the first task, by its position, that failed.
 */
export async function settleAll<T extends readonly unknown[] | []>(
  tasks: T,
): Promise<{ -readonly [Position in keyof T]: Awaited<T[Position]> }> {
  const outcomes = await Promise.allSettled(tasks);
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }) as never;
}
