import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createChildProcesses } from '../deploy-smoke-test/child-processes.ts';
import { installEmulator } from '../deploy-smoke-test/emulator.ts';
import { startMinistack } from '../local-stack/ministack.ts';

/** Install MiniStack where the rehearsal has it, and return the Python of its virtual environment. */
export function installMinistack(): Promise<string> {
  const children = createChildProcesses(process.cwd(), process.env as Record<string, string>);
  return installEmulator(children, resolve('.local'), process.env.MINISTACK_VENV);
}

/** Call `use` with the URL of a new, empty MiniStack, which is stopped afterwards. */
export async function withMinistack<Result>(use: (url: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'ministack-'));
  const server = await startMinistack(await installMinistack(), folder, console.error);
  try {
    return await use(server.endpoint);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
