import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { LIMIT_RANGES } from '../../../lib/core/config/limits.ts';
import { workspaceWrite } from '../../../lib/identity/store/workspaces.ts';
import { createWorkspace } from '../../../tools/cli/create-workspace.ts';
import { readLocalServiceInfo } from '../../../tools/cli/local-service-file.ts';
import { freePort } from '../../../tools/local-stack/http.ts';
import { putItems, tableClient } from '../../../tools/local-stack/seed.ts';

/** The local service in a process of its own, as `npm start` runs it. */
export interface MeasuredService {
  pid: number;
  /** From the start of the process to the first request that it accepts. */
  startMs: number;
  origin: string;
  /** The headers of a request of a workspace whose rate limit no measurement reaches. */
  headers: Record<string, string>;
  stop: () => Promise<void>;
}

/** Start the local service with its data in `folder`. Rejects when it ends before it is ready. */
export async function startMeasuredService(folder: string): Promise<MeasuredService> {
  const PORT = String(await freePort());
  const startedMs = performance.now();
  const child = spawn(process.execPath, [resolve('bin/local.ts'), '--empty'], {
    env: { ...process.env, PORT, LOCAL_FOLDER: folder, MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resume) => child.once('exit', () => resume()));
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  try {
    await readUntilReady(child.stdout);
    const startMs = performance.now() - startedMs;
    const { origin } = new URL(readBaseUrl(folder));
    return { pid: child.pid!, startMs, origin, headers: await openWorkspace(folder), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const readBaseUrl = (folder: string): string =>
  JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')).base_url;

/** Read the output to the tour, which is printed when the service accepts requests. */
async function readUntilReady(stdout: NodeJS.ReadableStream): Promise<void> {
  for await (const line of createInterface({ input: stdout })) {
    if (!line.includes('is running')) continue;
    stdout.resume();
    return;
  }
  throw new Error('The local service ended before it was ready.');
}

async function openWorkspace(folder: string): Promise<Record<string, string>> {
  const { base_url, table } = await readLocalServiceInfo(folder);
  const asked = { name: 'Load', plan: 'enterprise' as const, email: 'load@example.com', ownerName: 'Load' };
  const { workspace, key, clientSecret, writes } = createWorkspace(asked, Date.now());
  const raised = workspaceWrite({ ...workspace, requests_per_minute: LIMIT_RANGES.requests_per_minute.maximum });
  const client = tableClient(table);
  await putItems(client, table.tableName, [...writes, raised]);
  client.destroy();
  const response = await fetch(`${base_url}/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: key.client_id,
      client_secret: clientSecret,
    }),
  });
  const { access_token } = (await response.json()) as { access_token: string };
  return { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
}
