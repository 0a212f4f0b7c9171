import { accessToken } from '../certify/aws.ts';
import { startRequestLoop } from '../certify/request-loop.ts';
import { requestOperations, requestsOf } from '../certify/routes.ts';
import type { Commands } from './commands.ts';

/** Two deployments of one stage by two versions, and where they report. */
export interface UpgradeRehearsal {
  /** The commands of the last release. */
  former: Commands;
  /** The commands of this version. */
  next: Commands;
  report: (line: string) => void;
}

const MAX_LINES = 40;
// Nothing of the stage outlives the rehearsal.
const SETTINGS = { removal: 'destroy', deletionProtection: false, emailSender: 'team@example.com' };

/**
 * Deploy the last release, this version over it and the last release again, each under a loop of requests to all routes of the
 * last release. Throws when a response is a 5xx, or a request fails.
 */
export async function rehearseUpgrade({ former, next, report }: UpgradeRehearsal): Promise<void> {
  report('cdk deploy --all of the last release');
  await former.deploy(SETTINGS);
  const workspace = await former.createWorkspace('Upgraded', 'enterprise');
  const key = { client_id: workspace.clientId, client_secret: workspace.clientSecret };
  const operations = await requestOperations(workspace.baseUrl);
  const requests = requestsOf(operations, await accessToken(workspace.baseUrl, key));
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
