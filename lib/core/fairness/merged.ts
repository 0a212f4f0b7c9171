/** Yield what several generators yield, as it comes. At most `parallel` of them run at the same time. */
export async function* merged<T>(generators: readonly AsyncGenerator<T>[], parallel: number): AsyncGenerator<T, void> {
  const nextOf = async (generator: AsyncGenerator<T>) => ({ generator, result: await generator.next() });
  const waiting = [...generators];
  const running = new Map(waiting.splice(0, parallel).map((generator) => [generator, nextOf(generator)]));
  while (running.size > 0) {
    const { generator, result } = await Promise.race(running.values());
    running.delete(generator);
    const next = result.done ? waiting.shift() : generator;
    if (next) running.set(next, nextOf(next));
    if (!result.done) yield result.value;
  }
}
