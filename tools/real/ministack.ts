import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createChildProcesses } from '../deploy-smoke-test/child-processes.ts';
import { installEmulator } from '../deploy-smoke-test/emulator.ts';
import { freePort } from '../local-stack/http.ts';
import { startProgram } from './program.ts';

/** Install MiniStack where the rehearsal has it. */
export async function installMinistack(): Promise<void> {
  await findPython();
}

function findPython(): Promise<string> {
  const children = createChildProcesses(process.cwd(), process.env as Record<string, string>);
  return installEmulator(children, resolve('.local'), process.env.MINISTACK_VENV);
}

/** Call `use` with the URL of a new, empty MiniStack, which is stopped afterwards. */
export async function withMinistack<Result>(use: (url: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'ministack-'));
  const port = await freePort();
  const program = join(dirname(await findPython()), 'ministack');
  const environment = {
    BIND_HOST: '127.0.0.1',
    GATEWAY_PORT: String(port),
    HOME: folder,
    TMPDIR: folder,
    S3_DATA_DIR: join(folder, 's3'),
  };
  const server = await startProgram([program], port, { environment, cwd: folder });
  try {
    return await use(`http://127.0.0.1:${port}`);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
