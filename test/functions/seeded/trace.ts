/** What a run of a seed says about itself. */
export interface Traced {
  trace: string[];
  /** The number of everything random that the trace shows. */
  numbers: Map<string, number>;
}

/** What is random in a trace: ids, the hash of a text with its account, and the key of a record on Bluesky. */
const RANDOM_NAMES = /\b[a-z]+_[0-9A-Z]{26}\b|\b[0-9a-f]{64}\b|(?<=\/post\/)[2-7a-z]{13}\b/g;

/** Say what happens, for the trace of a seed. What is random has the number of its first appearance instead. */
export function note({ trace, numbers }: Traced, text: string): void {
  const repeatable = text.replaceAll(RANDOM_NAMES, (name) => {
    if (!numbers.has(name)) numbers.set(name, numbers.size + 1);
    return `<${numbers.get(name)}>`;
  });
  trace.push(`${new Date().toISOString().slice(0, 23)} ${repeatable}`);
}

/** Run a world of a seed. Returns the trace of all steps, and throws with it when a rule is broken. */
export async function traceOf<World extends Traced>(
  seed: number,
  world: World,
  run: (world: World) => Promise<void>,
): Promise<string[]> {
  try {
    await run(world);
  } catch (error) {
    if (error instanceof Error) error.message = `Seed ${seed}: ${error.message}\n${world.trace.join('\n')}`;
    throw error;
  }
  return world.trace;
}
