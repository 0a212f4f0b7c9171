import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Result } from '../../tools/certify/evidence.ts';
import { apiKey } from './deployment.ts';

test('the evidence has each answer of the emulator, which knows no leading keys', async () => {
  const evidence = join(mkdtempSync(join(tmpdir(), 'certify-')), 'aws.json');
  const { client_id, client_secret } = apiKey('JOURNEY');
  const env = { ...process.env, CIS_CLIENT_ID: client_id, CIS_CLIENT_SECRET: client_secret };
  const args = ['run', '--silent', 'certify', '--', 'aws', '--stage', 'local', '--evidence', evidence];
  const { code, printed } = await new Promise<{ code: unknown; printed: string }>((resolve) => {
    execFile('npm', args, { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, printed: stdout + stderr }),
    );
  });
  expect(code, printed).toBe(1);
  const { subject, stage, commit, results } = JSON.parse(readFileSync(evidence, 'utf8'));
  expect({ subject, stage, commit }).toEqual({
    subject: 'aws',
    stage: 'local',
    commit: expect.stringMatching(/^\w{40}$/),
  });
  const byName = Object.fromEntries((results as Result[]).map((result) => [result.name, result]));
  expect(byName).toMatchObject({
    stacks: { passed: true },
    'challenge-header': { passed: null, observed: { status: 401, names: ['www-authenticate'] } },
    'leading-keys': { passed: false, observed: { transaction: 500, insertedEvent: false } },
  });
  expect(readFileSync(evidence, 'utf8')).not.toContain(client_secret);
}, 120_000);
