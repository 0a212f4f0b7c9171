import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { send } from './http-client.ts';
import { useRunningService } from './running-service.ts';

type Line = Record<string, unknown>;

const { service, folder } = useRunningService();
let token: string;
let made: { id: string; targets: { schedule_id: string }[] };
const SECRET_TITLE = 'A title that must not be logged';

beforeAll(async () => {
  const { client_id, client_secret } = service.credentials;
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const { origin, pathname } = new URL(service.baseUrl);
    const { text } = await send(origin, {
      method: 'POST',
      target: `${pathname}${path}`,
      headers: Object.entries({ 'content-type': 'application/json', ...headers }),
      body: JSON.stringify(body),
    });
    return JSON.parse(text) as Record<string, never>;
  };
  const grant = { grant_type: 'client_credentials', client_id, client_secret };
  token = (await post('/auth/token', grant)).access_token!;
  const headers = { authorization: `Bearer ${token}`, 'x-request-id': 'request-of-the-test' };
  const { origin } = new URL(service.baseUrl);
  await post('/webhooks', { url: `${origin}/_inbox/logs`, events: ['*'] }, headers);
  const scheduled_at = new Date(Date.now() + 1000).toISOString();
  made = (await post('/content', { title: SECRET_TITLE, platforms: ['twitter'], scheduled_at }, headers)) as never;
  for (let tries = 0; tries < 150; tries++) {
    const delivered = lines('on-delivery-queued').filter(({ status }) => status === 'delivered');
    if (delivered.length >= 3) break;
    await sleep(200);
  }
});

/** The JSON lines in the log of a function. */
function lines(name: string): Line[] {
  const file = readdirSync(join(folder, 'logs')).find((each) => each === `${name}.log`);
  if (!file) return [];
  const text = readFileSync(join(folder, 'logs', file), 'utf8');
  return text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
}

describe('the log', () => {
  it('of a request has the ids of the request, the workspace and the created resource', () => {
    const line = lines('content-create').find(({ message }) => message === 'request');
    expect(line).toMatchObject({
      operation: 'content.create',
      status: 201,
      request_id: 'request-of-the-test',
      gateway_request_id: expect.stringMatching(/./),
      workspace_id: expect.stringMatching(/^ws_/),
      client_id: expect.stringMatching(/^key_/),
      content_id: made.id,
    });
  });

  it('of publishing has the ids of the workspace, the content item, the schedule entry and the attempt', () => {
    const steps = lines('on-publish-due-twitter').filter(({ message }) => message === 'publishing');
    expect(steps.map(({ step }) => step)).toEqual(['sending', 'published']);
    for (const step of steps) {
      expect(step).toMatchObject({
        workspace_id: expect.stringMatching(/^ws_/),
        content_id: made.id,
        schedule_id: made.targets[0]!.schedule_id,
        platform: 'twitter',
      });
    }
    expect(steps[0]!.attempt_id).toMatch(/^att_/);
  });

  it('of a delivery has the ids of the workspace, the endpoint, the delivery and the event', () => {
    const attempts = lines('on-delivery-queued').filter(({ message }) => message === 'delivery attempt');
    expect(attempts.length).toBeGreaterThan(2);
    for (const attempt of attempts) {
      expect(attempt).toMatchObject({
        workspace_id: expect.stringMatching(/^ws_/),
        endpoint_id: expect.stringMatching(/^wh_/),
        delivery_id: expect.stringMatching(/^dlv_/),
        event_id: expect.stringMatching(/^evt_/),
        status: 'delivered',
      });
    }
  });

  it('contains the metrics with stage and platform', () => {
    const measured = [...lines('on-publish-due-twitter'), ...lines('on-delivery-queued')].filter((line) => line._aws);
    expect(measured).toContainEqual(
      expect.objectContaining({ PostsPublished: 1, platform: 'twitter', stage: 'local' }),
    );
    expect(measured).toContainEqual(expect.objectContaining({ PostLateness: expect.any(Number) }));
    const delivered = measured.find((line) => line.DeliveriesDelivered === 1);
    expect(delivered?._aws).toMatchObject({
      CloudWatchMetrics: [{ Namespace: 'ContentIntelligence', Dimensions: [['service', 'stage']] }],
    });
  });

  it('of no function contains the token, the text of a post or the URL of a webhook endpoint', () => {
    const all = readdirSync(join(folder, 'logs')).map((file) => readFileSync(join(folder, 'logs', file), 'utf8'));
    expect(all.length).toBeGreaterThan(4);
    for (const text of all) {
      for (const secret of [token, SECRET_TITLE, '/_inbox/logs']) expect(text).not.toContain(secret);
    }
  });
});
