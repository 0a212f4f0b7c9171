import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiClient, getAccessToken, until } from '../e2e/http-client.ts';
import { useRunningService } from '../e2e/running-service.ts';
import { runWorkspace } from '../tools/cli/run-workspace.ts';
import { isInstalled, LANGUAGES, prepareLanguage, runProgram } from './languages.ts';

// Each library with a stage key on the local service: its program is `programs/workspaces.*`.

describe('the client of a product', () => {
  const { service, folder: serviceFolder } = useRunningService();
  const folder = mkdtempSync(join(tmpdir(), 'client-workspaces-'));
  let key: { base_url: string; client_id: string; client_secret: string };

  beforeAll(async () => {
    const { stdout } = await runWorkspace(serviceFolder, 'stage-key', '--name', 'Libraries', '--json');
    key = JSON.parse(stdout);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  describe.each(LANGUAGES)('in $name', (language) => {
    const { name, extension } = language;
    const run = test.skipIf(!isInstalled(language));
    let printed: { titles: string[][]; tokens: number };

    beforeAll(async () => {
      if (!isInstalled(language)) return;
      const own = join(folder, name);
      await prepareLanguage(language, own);
      const env = {
        CIS_BASE_URL: key.base_url,
        CIS_CLIENT_ID: key.client_id,
        CIS_CLIENT_SECRET: key.client_secret,
        PREFIX: name,
      };
      printed = JSON.parse(await runProgram(language, { folder: own, file: `workspaces.${extension}`, env }));
    });

    run('creates and lists posts in the workspace that it names by its external id or by its id', () => {
      expect(printed.titles).toEqual([[`Of ${name} 1+1`], [`Of ${name} 50%`]]);
    });

    run('shares one token among the workspaces', () => {
      expect(printed.tokens).toBe(1);
    });

    run('names who of its users acts', async () => {
      const workspace = `external:${encodeURIComponent(`${name} 1+1`)}`;
      const api = createApiClient(service.baseUrl, await getAccessToken(service.baseUrl, key));
      const actors = async () => {
        const { text } = await api('GET', '/audit', undefined, { workspace });
        return (JSON.parse(text) as { entries: { actor: { actor?: string } }[] }).entries.map(
          ({ actor }) => actor.actor,
        );
      };
      await until('the audit log', async () => (await actors()).includes('user-4711'));
    });
  });
});
