import { allJobs } from '../bundle/declared-jobs.ts';

/** The memory at which Lambda gives a function one vCPU; less memory gives a proportional share. */
export const VCPU_MEMORY_MB = 1769;

/** The memory of requests, deliveries, publishing and metric polls: they use little CPU and wait for others. */
export const DEFAULT_MEMORY_MB = 512;

// `evaluation/measurements/function-cpu.test.ts` measures the CPU time of an invocation. Work that is bound by CPU costs the
// same with any memory, because it ends sooner; waiting costs more with more memory.
const MEMORY_MB = new Map(allJobs().flatMap(({ name, memoryMb }) => (memoryMb ? [[name, memoryMb] as const] : [])));

/** Return the memory in MB of a function by its name, such as `content/get` or `on-sweep-due`. */
export function toMemoryMb(name: string): number {
  return MEMORY_MB.get(name) ?? DEFAULT_MEMORY_MB;
}

/** Describe the memory of all functions in one line. */
export function describeMemory(): string {
  const others = [...MEMORY_MB].map(([name, memoryMb]) => `\`${name}\` ${memoryMb} MB`);
  return `${DEFAULT_MEMORY_MB} MB; ${others.join(', ')}. The model assumes that all of a function's time is waiting, which costs more with more memory`;
}
