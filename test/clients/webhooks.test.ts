import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isInstalled, LANGUAGES, prepareLanguage, runProgram } from './languages.ts';
import { type SentVector, signedVectors } from './webhook-vectors.ts';

// Which webhooks each library accepts. Its program is `programs/webhooks.*`: it prints the type of each event that it
// accepts, null for one that it rejects with the error for webhooks, and the name of any other error.

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX';
const ID = 'evt_01K00000000000000000000001';
const BODY = '{"type":"content.created","data":{"title":"Grüße ☃"}}';

/** A webhook that the library of Standard Webhooks has signed, and the same after each change of one bit. */
function signedByAnotherLibrary(): SentVector[] {
  const now = new Date();
  const hex = (text: string) => Buffer.from(text).toString('hex');
  const vector = (name: string, type: string | null, changed: Partial<Record<'id' | 'body' | 'signature', string>>) => {
    const signature = changed.signature ?? new Webhook(SECRET).sign(ID, now, BODY);
    const timestamp = String(Math.floor(now.getTime() / 1_000));
    const values = { 'webhook-id': changed.id ?? ID, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
    const headers = Object.fromEntries(Object.entries(values).map(([header, value]) => [header, [hex(value)]]));
    return { name, secret: SECRET, headers, body: hex(changed.body ?? BODY), type };
  };
  return [
    vector('a webhook', 'content.created', {}),
    vector('an altered body', null, { body: flip(BODY, BODY.length - 4) }),
    vector('an altered signature', null, { signature: flip(new Webhook(SECRET).sign(ID, now, BODY), 10) }),
    vector('an altered id', null, { id: flip(ID, 9) }),
  ];
}

/** Change one bit of a text. */
function flip(text: string, index: number): string {
  return text.slice(0, index) + String.fromCharCode(text.charCodeAt(index) ^ 1) + text.slice(index + 1);
}

const folder = mkdtempSync(join(tmpdir(), 'client-webhooks-'));
const file = join(folder, 'vectors.json');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(LANGUAGES.map((language) => [language.name, language] as const))('the library in %s', (_, language) => {
  const own = join(folder, language.name);
  const run = async (vectors: SentVector[]) => {
    writeFileSync(file, JSON.stringify(vectors));
    const program = { folder: own, file: `webhooks.${language.extension}`, env: { VECTORS: file } };
    const types = JSON.parse(await runProgram(language, program)) as (string | null)[];
    expect(vectors.map(({ name }, index) => [name, types[index]])).toEqual(
      vectors.map(({ name, type }) => [name, type]),
    );
  };

  beforeAll(() => (isInstalled(language) ? prepareLanguage(language, own) : undefined));

  test.skipIf(!isInstalled(language))('accepts and rejects the shared vectors, with one kind of error', () =>
    run(signedVectors()),
  );

  test.skipIf(!isInstalled(language))('accepts the signature of another library, and no change of one bit', () =>
    run(signedByAnotherLibrary()),
  );
});
