import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** A function to start: its bundle, its environment and the file of its event. */
export interface Instance {
  file: string;
  exportName: string;
  env: Record<string, string>;
  eventFile: string;
}

/** What loading a bundle and its first invocation used, and what the invocation returned. */
export interface ColdStart {
  cpuMs: number;
  wallMs: number;
  /** The HTTP status of an endpoint; null for a worker. */
  status: number | null;
  /** Messages that a worker reported as failed. */
  failures: number;
}

const PROGRAM = join(import.meta.dirname, 'cold-process.cjs');
const TASKSET = '/usr/bin/taskset';

/** The start of a command line that runs a program on the last core alone; empty where there is no `taskset`. */
export function onOneCore(): string[] {
  return existsSync(TASKSET) ? [TASKSET, '-c', String(availableParallelism() - 1)] : [];
}

/**
 * Start a function in a process of its own, invoke it once and end it. `startMs` is the time that the function reads
 * when it starts. Rejects when the handler does.
 */
export async function startInstance(instance: Instance, startMs = Date.now()): Promise<ColdStart> {
  const { file, exportName, env, eventFile } = instance;
  const program = [PROGRAM, file, exportName, eventFile, String(startMs)];
  const [command, ...flags] = [...onOneCore(), process.execPath, ...program];
  const child = spawn(command!, flags, { env, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
  const [result, errors] = await Promise.all([text(child.stdio[3] as Readable), text(child.stderr!)]);
  if (result === '') throw new Error(`${file} ended without a result: ${errors}`);
  const { error, ...coldStart } = JSON.parse(result) as ColdStart & { error?: string };
  if (error !== undefined) throw new Error(`${file}: ${error}`);
  return coldStart;
}
