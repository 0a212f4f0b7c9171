/** How long a result waits for those of the other attempts, in milliseconds. A crash repeats the attempts that wait. */
export const MAX_RESULT_WAIT_MS = 100;

/**
 * Create the group of the attempts of an invocation. The returned function makes one attempt and returns its result when
 * no other attempt is in progress, or after `MAX_RESULT_WAIT_MS`: at the same time as other results, which can then be
 * recorded together.
 */
export function createAttemptGroup(): <T>(attempt: () => Promise<T>) => Promise<T> {
  let inProgress = 0;
  let waiting: { ended: PromiseWithResolvers<void>; timer: NodeJS.Timeout } | null = null;
  const release = () => {
    if (waiting) clearTimeout(waiting.timer);
    waiting?.ended.resolve();
    waiting = null;
  };
  const wait = (): Promise<void> => {
    waiting ??= { ended: Promise.withResolvers(), timer: setTimeout(release, MAX_RESULT_WAIT_MS) };
    const { promise } = waiting.ended;
    if (inProgress === 0) release();
    return promise;
  };
  return async (attempt) => {
    inProgress += 1;
    const result = await attempt().finally(() => {
      inProgress -= 1;
    });
    await wait();
    return result;
  };
}
