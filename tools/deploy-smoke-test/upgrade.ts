import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Commands, PrintedWorkspace } from './commands.ts';
import { type LoopRequest, sendToEmulator, startRequestLoop } from './request-loop.ts';

/** Two deployments of one stage by two versions, and where they report. */
export interface UpgradeRehearsal {
  /** The commands of the last release. */
  former: Commands;
  /** The commands of this version. */
  next: Commands;
  /** The folder of the last release. */
  folder: string;
  report: (line: string) => void;
}

const MAX_LINES = 40;
// Nothing of the stage outlives the rehearsal.
const SETTINGS = { removal: 'destroy', deletionProtection: false, emailSender: 'team@example.com' };

/**
 * Deploy the last release, this version over it and the last release again, each under a loop of requests to all routes of the
 * last release. Throws when a response is a 5xx, or a request fails.
 */
export async function rehearseUpgrade({ former, next, folder, report }: UpgradeRehearsal): Promise<void> {
  report('cdk deploy --all of the last release');
  await former.deploy(SETTINGS);
  const workspace = await former.createWorkspace('Upgraded', 'enterprise');
  const requests = requestsOf(readOperations(folder), await accessToken(workspace));
  const versions = [
    ['this version over it', next],
    ['the last release again', former],
  ] as const;
  for (const [version, commands] of versions) {
    report(`cdk deploy --all of ${version}, under a request loop`);
    const loop = startRequestLoop(workspace.baseUrl, requests);
    await commands.deploy(SETTINGS).finally(loop.stop);
    const { requests: sent, rounds, failures } = await loop.stop();
    report(`${sent} requests, ${rounds} rounds of ${requests.length} routes: ${failures.length} failed`);
    if (failures.length > 0) throw new Error(failures.slice(0, MAX_LINES).join('\n'));
  }
  report('cdk destroy --all of the last release');
  await former.destroy();
}

type Operations = Record<string, Record<string, object>>;

/** Read the paths of the OpenAPI document of a version, below `/v1`. */
function readOperations(folder: string): Operations {
  const document = JSON.parse(readFileSync(join(folder, 'docs/openapi.json'), 'utf8')) as { paths: Operations };
  return document.paths;
}

/** List a request for each operation. Those that change nothing have the token; the others are rejected by their function. */
function requestsOf(operations: Operations, token: string): LoopRequest[] {
  return Object.entries(operations).flatMap(([template, methods]) => {
    const path = template.replace(/\{[^}]+\}/g, 'unknown');
    return Object.keys(methods).map((verb) => {
      const method = verb.toUpperCase();
      return { method, path, ...(method === 'GET' && { headers: { authorization: `Bearer ${token}` } }) };
    });
  });
}

async function accessToken({ baseUrl, clientId, clientSecret }: PrintedWorkspace): Promise<string> {
  const key = { client_id: clientId, client_secret: clientSecret };
  const { text } = await sendToEmulator(baseUrl, {
    method: 'POST',
    path: '/auth/token',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'client_credentials', ...key }),
  });
  return (JSON.parse(text) as { access_token: string }).access_token;
}
