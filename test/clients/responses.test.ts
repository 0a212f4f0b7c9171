import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen } from '../../tools/local-stack/http.ts';
import { COMMAND_LINE } from './command-line.ts';
import { isInstalled, LANGUAGES, prepareLanguage, runProgram } from './languages.ts';

// What each library accepts of a later version of the service.

const sample = (path: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../..', path), 'utf8'));

/** Build a response with a field, a platform, a status and an event type that no library knows. */
function laterResponse(path: string): unknown {
  const { data: item } = sample('events/payloads/content.published.json');
  const later = {
    ...item,
    platforms: ['twitter', 'unknown-platform'],
    status: 'resting',
    new_field: { is: 'new' },
    targets: [],
  };
  if (path === '/v1/auth/token') return { access_token: 'token', token_type: 'Bearer', expires_in: 3600, scope: '' };
  if (path.startsWith('/v1/events/')) {
    return {
      id: 'evt_1',
      type: 'content.imagined',
      timestamp: item.created_at,
      workspace_id: 'ws_1',
      data: { new: true },
    };
  }
  if (path.startsWith('/v1/content/')) return later;
  return {
    data: [later],
    pagination: { total: 1, total_is_capped: false, next_cursor: null, has_more: false, more: 1 },
  };
}

describe('the library of', () => {
  const folder = mkdtempSync(join(tmpdir(), 'client-responses-'));
  const server = createServer((request, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(laterResponse(request.url ?? '')));
  });
  const key = { CIS_CLIENT_ID: 'key_1', CIS_CLIENT_SECRET: 'secret' };
  const env = { BASE_URL: '', CLIENT_ID: 'key_1', CLIENT_SECRET: 'secret', CIS_BASE_URL: '', ...key };

  beforeAll(async () => {
    env.BASE_URL = `http://127.0.0.1:${await listen(server, 0)}/v1`;
    env.CIS_BASE_URL = env.BASE_URL;
  });

  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  describe.each([...LANGUAGES, COMMAND_LINE].map((language) => [language.name, language] as const))(
    '%s',
    (_, language) => {
      const own = join(folder, language.name);
      const program = { folder: own, file: `journey.${language.extension}`, env };

      beforeAll(() => (isInstalled(language) ? prepareLanguage(language, own) : undefined));

      test.skipIf(!isInstalled(language))(
        'passes a field, a platform, a status and an event type through that it does not know',
        async () => {
          const printed = await runProgram(language, { ...program, args: ['later'] });
          expect(JSON.parse(printed)).toEqual({
            platforms: ['twitter', 'unknown-platform'],
            status: 'resting',
            listed: 1,
            event: 'content.imagined',
          });
        },
      );
    },
  );
});
