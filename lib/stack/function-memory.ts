/** The memory at which Lambda gives a function one vCPU; less memory gives a proportional share. */
export const VCPU_MEMORY_MB = 1769;

/** The memory of requests, deliveries, publishing and metric polls: they use little CPU and wait for others. */
export const DEFAULT_MEMORY_MB = 512;

/**
 * The functions with more memory. `evaluation/measurements/function-cpu.test.ts` measures the CPU time of an invocation. Work
 * that is bound by CPU costs the same with any memory, because it ends sooner; waiting costs more with more memory.
 */
export const MEMORY_MB: Record<string, number> = {
  // A batch of 100 changes uses a tenth of a second or more of CPU, and the next one of its shard waits for it. With
  // 512 MB (0.29 vCPU) it would take more than three times as long.
  'on-table-change': VCPU_MEMORY_MB,
  // A step of an import parses and checks a hundred rows.
  'on-step-queued': 1024,
  // An image of 100 megapixels has 400 MB of pixels. A video takes less than 300 MB.
  'on-media-queued': 2048,
  // They work through thousands of items in a run that has to end before the next one begins.
  'on-sweep-due': 1024,
  'on-metric-polls-due': 1024,
  'on-schedule-planning-due': 1024,
};

/** Return the memory in MB of a function by its name, such as `content/get` or `on-sweep-due`. */
export function toMemoryMb(name: string): number {
  return MEMORY_MB[name] ?? DEFAULT_MEMORY_MB;
}

/** Describe the memory of all functions in one line. */
export function describeMemory(): string {
  const others = Object.entries(MEMORY_MB).map(([name, memoryMb]) => `\`${name}\` ${memoryMb} MB`);
  return `${DEFAULT_MEMORY_MB} MB; ${others.join(', ')}. The model assumes that all of a function's time is waiting, which costs more with more memory`;
}
