import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ContentListResponse } from '../../lib/content/api/content/list.ts';
import { invokeFunction } from '../../tools/cli/invoke-function.ts';
import { read, untilWithin } from '../e2e/http-client.ts';
import { enterpriseApiClient, getPhysicalId, npmRun, requireEnv } from './deployment.ts';
import { livePlatforms, loadItem, PLATFORMS, TEXT } from './restored-post.ts';

test('after the service has resumed, the post of the restore is too late, and live once', async () => {
  const api = await enterpriseApiClient();
  const { data } = read(await api('GET', '/content?limit=100'), 200, ContentListResponse());
  const { id, scheduled_at } = data.find(({ title }) => title === TEXT)!;
  const limitMs = 1_000 * Number(requireEnv('LATENESS_LIMIT_SECONDS'));
  await sleep(Math.max(0, Date.parse(scheduled_at!) + limitMs + 5_000 - Date.now()));

  expect(await npmRun('resume', '--stage', 'local')).toContain('OnSweepDue: resumed');
  await invokeFunction(await getPhysicalId('AWS::Lambda::Function', 'OnSweepDue'), {}, 'RequestResponse');
  const { targets } = await untilWithin('the post to fail', 120_000, async () => {
    const item = await loadItem(api, id);
    return item.status === 'failed' && item;
  });
  expect(targets.map(({ error }) => error?.code)).toEqual(['too_late', 'too_late']);
  expect(await livePlatforms()).toEqual(PLATFORMS);
}, 600_000);
