import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import { emailQuotaProblem, keyProblem, urlProblem } from '../../lib/app/sweep/checks.ts';
import { DAY_MS } from '../../lib/core/values/timestamps.ts';
import { stage } from '../../lib/stack/stages.ts';
import { advanceTime } from '../functions/api-harness.ts';
import { setupWorkers } from '../functions/worker-harness.ts';

const harness = setupWorkers();

/** A server that is the API, the dashboard, KMS and SES, and what it responds. */
let server: Server;
let requested: string[];
let answers: { page: number; keyState: string; sent: number };

beforeEach(async () => {
  requested = [];
  answers = { page: 404, keyState: 'Enabled', sent: 0 };
  server = createServer((request, response) => {
    const target = String(request.headers['x-amz-target'] ?? request.url);
    requested.push(target);
    if (target === 'TrentService.DescribeKey') {
      response.end(JSON.stringify({ KeyMetadata: { KeyState: answers.keyState } }));
    } else if (target === '/v2/email/account') {
      response.end(JSON.stringify({ SendQuota: { Max24HourSend: 200, SentLast24Hours: answers.sent } }));
    } else response.writeHead(answers.page).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = { hasAlarms: true, alarmEmail: 'none' };
  vi.stubEnv('SETTINGS', JSON.stringify(stage('local', 3000, settings)));
  vi.stubEnv('AWS_ENDPOINT_URL_KMS', `${url}/`);
  vi.stubEnv('AWS_ENDPOINT_URL_SESV2', `${url}/`);
  vi.stubEnv('CHECKED_URLS', `${url}/api ${url}/app/`);
  vi.stubEnv('CHECKED_SENDER', 'team@example.com');
  vi.stubEnv('CHECKED_ENCRYPTION_ARN', 'arn:aws:kms:eu-central-1:111111111111:key/mrk-0a1b');
});

afterEach(() => {
  server.close();
  vi.unstubAllEnvs();
});

/** Sweep until the checks have run once. */
async function sweep(): Promise<void> {
  for (let minute = 0; minute < 5; minute++) {
    await onSweepDue();
    advanceTime(60_000);
  }
}

const reported = () => [...harness.logged().matchAll(/"FailedChecks":(\d+)/g)].map(([, failed]) => Number(failed));

describe('the checks of the sweep', () => {
  it('run every five minutes, and report nothing while none fails', async () => {
    await sweep();
    expect(requested.sort()).toEqual(['/api', '/app/', '/v2/email/account', 'TrentService.DescribeKey']);
    expect(reported()).toEqual([]);
  });

  it('report a key that is scheduled for deletion, and the log names it', async () => {
    answers.keyState = 'PendingDeletion';
    await sweep();
    expect(reported()).toEqual([1]);
    expect(harness.logged()).toContain('"message":"check failed"');
    expect(harness.logged()).toContain('"check":"key","problem":"the KMS key is PendingDeletion"');
  });

  it('report each public URL that answers 5xx, and the emails of a day', async () => {
    Object.assign(answers, { page: 502, sent: 160 });
    await sweep();
    expect(reported()).toEqual([3]);
    expect(harness.logged()).toContain('160 of 200 emails of a day are sent');
  });

  it('report that the LinkedIn version ends soon', async () => {
    vi.stubEnv('LINKEDIN_NOTICE_FROM', new Date(Date.now() + 86_400_000).toISOString());
    await sweep();
    expect(reported()).toEqual([]);
    advanceTime(86_400_000);
    await sweep();
    expect(reported()).toEqual([1]);
  });

  it('report what cannot be reached, and the sweep succeeds', async () => {
    server.close();
    await sweep();
    expect(reported()).toEqual([4]);
    expect(harness.logged()).toContain('ECONNREFUSED');
  });

  it('count a check that fails once and then succeeds as none', async () => {
    answers.keyState = 'Disabled';
    server.on('request', ({ headers }) => {
      if (headers['x-amz-target']) answers.keyState = 'Enabled';
    });
    await sweep();
    expect(requested.filter((target) => target === 'TrentService.DescribeKey')).toHaveLength(2);
    expect(reported()).toEqual([]);
  });

  it('are left out in a stage without alarms', async () => {
    vi.stubEnv('SETTINGS', JSON.stringify(stage('local')));
    await sweep();
    expect(requested).toEqual([]);
  });
});

describe('a problem', () => {
  it.each([
    ['Enabled', null],
    ['Updating', null],
    ['Disabled', 'the KMS key is Disabled'],
  ])('of the key in the state %s is %j', (state, problem) => {
    expect(keyProblem(state)).toBe(problem);
  });

  it.each([
    [{ limit: 200, sent: 159 }, false],
    [{ limit: 200, sent: 160 }, true],
    [{ limit: -1, sent: 1_000_000 }, false],
  ])('of the emails %j exists: %j', (quota, exists) => {
    expect(emailQuotaProblem(quota) !== null).toBe(exists);
  });

  it.each([
    [200, 31, null],
    [404, 31, null],
    [200, 29, 'the certificate ends at 2027-03-30T00:00:00.000Z'],
    [503, 31, 'the response is 503'],
  ])('of a URL with the status %i and a certificate for %i days is %j', (status, days, problem) => {
    const nowMs = Date.parse('2027-03-01T00:00:00.000Z');
    expect(urlProblem({ status, certificateEndsMs: nowMs + days * DAY_MS }, nowMs)).toBe(problem);
  });
});
