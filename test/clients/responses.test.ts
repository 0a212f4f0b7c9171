import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen } from '../../tools/local-stack/http.ts';
import { COMMAND_LINE } from './command-line.ts';
import { isInstalled, LANGUAGES, prepareLanguage, runProgram } from './languages.ts';

// What each library accepts: signatures of another library, and responses of a later version of the service.

interface Vector {
  name: string;
  secret: string;
  headers: Record<string, string>;
  body: string;
  /** The type of the event, or null for a webhook that must be rejected. */
  type: string | null;
}

const FILE = join(import.meta.dirname, 'webhook-vectors.json');

/** The shared vectors, signed now by the library of Standard Webhooks, each with alterations of one bit. */
function signedVectors(): Vector[] {
  const shared = JSON.parse(readFileSync(FILE, 'utf8')) as { name: string; secret: string; id: string; body: string }[];
  return shared.flatMap(({ name, secret, id, body }) => {
    const format = secret.startsWith('whsec_') ? undefined : { format: 'raw' as const };
    const sign = (at: Date) => ({
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret, format).sign(id, at, body),
    });
    const now = new Date();
    const headers = sign(now);
    const { type } = JSON.parse(body) as { type: string };
    const signature = headers['webhook-signature'];
    const accepted = [
      { name, secret, headers, body, type },
      {
        name: `${name}, signed with two secrets`,
        secret,
        body,
        type,
        headers: { ...headers, 'webhook-signature': `v1,AAAA ${signature}` },
      },
    ];
    const rejected = [
      { change: 'an altered body', body: flip(body, body.length - 3) },
      { change: 'an altered signature', headers: { ...headers, 'webhook-signature': flip(signature, 10) } },
      { change: 'an altered id', headers: { ...headers, 'webhook-id': flip(id, 9) } },
      {
        change: 'an altered time',
        headers: { ...headers, 'webhook-timestamp': flip(headers['webhook-timestamp'], 9) },
      },
      { change: 'another secret', secret: flip(secret, 10) },
      { change: 'a signature of ten minutes ago', headers: sign(new Date(now.getTime() - 600_000)) },
      { change: 'no signature', headers: { 'webhook-id': id, 'webhook-timestamp': headers['webhook-timestamp'] } },
    ].map(({ change, ...altered }) => ({ secret, headers, body, ...altered, name: `${name}, ${change}`, type: null }));
    return [...accepted, ...rejected];
  });
}

/** Change one bit of a text. */
function flip(text: string, index: number): string {
  return text.slice(0, index) + String.fromCharCode(text.charCodeAt(index) ^ 1) + text.slice(index + 1);
}

const sample = (path: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../..', path), 'utf8'));

/** Build a response with a field, a platform, a status and an event type that no library knows. */
function laterResponse(path: string): unknown {
  const { data: item } = sample('events/payloads/content.published.json');
  const later = {
    ...item,
    platforms: ['twitter', 'mastodon'],
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
  const vectors = signedVectors();
  const file = join(folder, 'vectors.json');
  const server = createServer((request, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(laterResponse(request.url ?? '')));
  });
  const key = { CIS_CLIENT_ID: 'key_1', CIS_CLIENT_SECRET: 'secret' };
  const env = { VECTORS: file, BASE_URL: '', CLIENT_ID: 'key_1', CLIENT_SECRET: 'secret', CIS_BASE_URL: '', ...key };

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

      // The command line receives no webhooks.
      test.skipIf(!isInstalled(language) || language === COMMAND_LINE)(
        'accepts the signatures of another library, and rejects them after a change of one bit',
        async () => {
          writeFileSync(file, JSON.stringify(vectors));
          const printed = await runProgram(language, { ...program, args: ['vectors'] });
          const types = JSON.parse(printed) as (string | null)[];
          expect(vectors.map(({ name }, index) => [name, types[index]])).toEqual(
            vectors.map(({ name, type }) => [name, type]),
          );
        },
      );

      test.skipIf(!isInstalled(language))(
        'passes a field, a platform, a status and an event type through that it does not know',
        async () => {
          const printed = await runProgram(language, { ...program, args: ['later'] });
          expect(JSON.parse(printed)).toEqual({
            platforms: ['twitter', 'mastodon'],
            status: 'resting',
            listed: 1,
            event: 'content.imagined',
          });
        },
      );
    },
  );
});
