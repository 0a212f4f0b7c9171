import { fork } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder in which the demo is created, inside that of the service. */
const DRAFT = 'demo-draft';
/** The file of a draft that is complete. */
const COMPLETE = 'complete';

/**
 * Return whether the folder of the service is new. Removes the draft of a demo that was interrupted, and continues to
 * move one that is complete.
 */
export function isNewFolder(folder: string): boolean {
  const draft = join(folder, DRAFT);
  if (existsSync(join(draft, COMPLETE))) moveDraft(folder);
  rmSync(draft, { recursive: true, force: true });
  return !existsSync(folder) || readdirSync(folder).length === 0;
}

/**
 * Create the demo in a new folder of the service. Another process creates it in a draft, whose files move when all are
 * complete: a start that is interrupted leaves no half of a demo. Rejects when the process fails.
 */
export async function createDemoFolder(folder: string, port: number): Promise<void> {
  const draft = join(folder, DRAFT);
  mkdirSync(draft, { recursive: true });
  const child = fork(join(import.meta.dirname, 'create.ts'), [draft, String(port)], { stdio: 'inherit' });
  const code = await new Promise((end) => child.once('exit', end));
  if (code !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw new Error('The demo data could not be created. `npm start -- --empty` starts without it.');
  }
  writeFileSync(join(draft, COMPLETE), '');
  moveDraft(folder);
}

function moveDraft(folder: string): void {
  const draft = join(folder, DRAFT);
  for (const name of readdirSync(draft)) {
    if (name !== COMPLETE) renameSync(join(draft, name), join(folder, name));
  }
  rmSync(draft, { recursive: true });
}
