import { readdirSync, readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;
const RSS_FIELD = 21;
const PARENT_FIELD = 1;

interface Process {
  parent: number;
  rssBytes: number;
}

/** Reads the resident set of a process and all its descendants, in bytes. Needs Linux's /proc. */
export function readTreeMemory(pid: number): number {
  const processes = readProcesses();
  const tree = [pid];
  // The list grows while it is read, until no process has a parent in it.
  for (const parent of tree) {
    for (const [child, process] of processes) if (process.parent === parent) tree.push(child);
  }
  return tree.reduce((total, each) => total + (processes.get(each)?.rssBytes ?? 0), 0);
}

function readProcesses(): Map<number, Process> {
  const processes = new Map<number, Process>();
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
      // The command's name stands in parentheses and may contain spaces.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const rssBytes = Number(fields[RSS_FIELD]) * PAGE_BYTES;
      processes.set(Number(entry), { parent: Number(fields[PARENT_FIELD]), rssBytes });
    } catch {
      // The process ended after it was listed.
    }
  }
  return processes;
}
