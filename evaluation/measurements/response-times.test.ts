import { beforeAll, expect, test } from 'vitest';
import { RESPONSE_TIME_MS } from '../../lib/stack/alarms.ts';
import { useRunningService } from '../../test/e2e/running-service.ts';

const REQUESTS = 40;
/** The first requests start the function. */
const WARM_UP = 5;

const { service, api } = useRunningService();
let webhook: string;
let drafts: string[];

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const create = async (title: string) => {
  const body = { title, platforms: ['twitter', 'linkedin'] };
  return JSON.parse((await api('POST', '/content', body)).text).id as string;
};

beforeAll(async () => {
  const registered = await api('POST', '/webhooks', { url: `${service.url}/_inbox/times`, events: ['content.failed'] });
  webhook = JSON.parse(registered.text).webhook_id;
  drafts = [];
  for (let count = 0; count < REQUESTS + WARM_UP; count++) drafts.push(await create(`Draft ${count}`));
});

type Send = (index: number) => Promise<{ status: number }>;

/** The operations of the API reference. */
const OPERATIONS: [string, Send][] = [
  [
    'POST /auth/token',
    () => {
      const { client_id, client_secret } = service.credentials;
      const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
      return fetch(`${service.baseUrl}/auth/token`, { method: 'POST', body });
    },
  ],
  ['GET /auth/verify', () => api('GET', '/auth/verify')],
  ['GET /content', () => api('GET', '/content')],
  ['POST /content', (index) => api('POST', '/content', { title: `Item ${index}`, platforms: ['twitter'] })],
  ['PUT /content/{id}', (index) => api('PUT', `/content/${drafts[index]}`, { title: `Renamed ${index}` })],
  ['GET /analytics/performance', () => api('GET', '/analytics/performance')],
  ['GET /analytics/trends', () => api('GET', '/analytics/trends')],
  ['GET /schedule', () => api('GET', '/schedule')],
  [
    'POST /schedule',
    (index) => {
      const body = { content_id: drafts[index], platforms: ['twitter'], scheduled_at: inAnHour() };
      return api('POST', '/schedule', body);
    },
  ],
  ['DELETE /content/{id}', (index) => api('DELETE', `/content/${drafts[index]}`)],
  ['GET /team/members', () => api('GET', '/team/members')],
  ['POST /team/invite', (index) => api('POST', '/team/invite', { email: `a${index}@example.com`, role: 'viewer' })],
  ['GET /webhooks', () => api('GET', '/webhooks')],
  ['POST /webhooks/{id}/test', () => api('POST', `/webhooks/${webhook}/test`, { event_type: 'content.created' })],
];

const measured: string[] = [];

test.each(OPERATIONS)('the median response time of %s is below 200 ms', async (name, send) => {
  const times: number[] = [];
  for (let index = 0; index < REQUESTS + WARM_UP; index++) {
    const startMs = performance.now();
    const { status } = await send(index);
    times.push(performance.now() - startMs);
    expect(status, name).toBeLessThan(300);
  }
  const sorted = times.slice(WARM_UP).sort((one, other) => one - other);
  const percentile = (share: number) => sorted[Math.ceil(share * sorted.length) - 1]!;
  measured.push(`| \`${name}\` | ${Math.round(percentile(0.5))} | ${Math.round(percentile(0.9))} |`);
  if (measured.length === OPERATIONS.length) console.log(['', ...measured, ''].join('\n'));
  expect(percentile(0.5)).toBeLessThan(RESPONSE_TIME_MS);
});
