import { readdirSync, readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;
/** The kernel reports CPU time in ticks of 10 ms. */
const TICK_MS = 10;
/** Positions of the fields of `stat` behind the command's name. */
const [PARENT_FIELD, USER_FIELD, SYSTEM_FIELD, RSS_FIELD] = [1, 11, 12, 21];

interface Process {
  parent: number;
  cpuMs: number;
  rssBytes: number;
}

/** Read the resident set of a process and all its descendants, in bytes. Needs Linux's /proc. */
export function readTreeMemory(pid: number): number {
  return readTree(pid).reduce((total, { rssBytes }) => total + rssBytes, 0);
}

/** Read the CPU time of a process and all its living descendants, in milliseconds. Needs Linux's /proc. */
export function readTreeCpu(pid: number): number {
  return readTree(pid).reduce((total, { cpuMs }) => total + cpuMs, 0);
}

function readTree(pid: number): Process[] {
  const processes = readProcesses();
  const tree = [pid];
  // The list grows while it is read, until no process has a parent in it.
  for (const parent of tree) {
    for (const [child, process] of processes) if (process.parent === parent) tree.push(child);
  }
  return tree.flatMap((each) => processes.get(each) ?? []);
}

function readProcesses(): Map<number, Process> {
  const processes = new Map<number, Process>();
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
      // The command's name stands in parentheses and may contain spaces.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const number = (field: number) => Number(fields[field]);
      const cpuMs = (number(USER_FIELD) + number(SYSTEM_FIELD)) * TICK_MS;
      processes.set(Number(entry), { parent: number(PARENT_FIELD), cpuMs, rssBytes: number(RSS_FIELD) * PAGE_BYTES });
    } catch {
      // The process ended after it was listed.
    }
  }
  return processes;
}
