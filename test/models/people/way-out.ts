import { expect } from 'vitest';
import { PLATFORMS } from '../../../lib/platforms/platforms.ts';
import { callApi, inSeconds, type Json } from '../../functions/api-harness.ts';
import { note } from '../../functions/seeded/trace.ts';
import {
  connectAccount,
  followChanges,
  type Item,
  type ItemView,
  itemNow,
  liveOf,
  rememberInsistence,
  roleOf,
  rolesOf,
  settle,
  type TargetView,
  textOf,
  urlOf,
  type World,
} from './world.ts';

const MAX_ROUNDS = 8;

/**
 * Check that no item is in a state that no request can leave: a person who sees what is live, and uses the actions that
 * the items offer, brings every item to `published`.
 */
export async function leaveEveryState(world: World): Promise<void> {
  for (let round = 0; ; round++) {
    const open: [Item, ItemView][] = [];
    for (const item of world.items.filter(({ isDeleted }) => !isDeleted)) {
      const view = await itemNow(world, item);
      if (view.status !== 'published') open.push([item, view]);
    }
    if (open.length === 0) return;
    expect(round, `no request leads out of ${JSON.stringify(open[0]![1])}`).toBeLessThan(MAX_ROUNDS);
    for (const platform of PLATFORMS) await connectAccount(world, platform);
    for (const [item, view] of open) await leave(world, item, view);
    await settle(world);
  }
}

async function leave(world: World, item: Item, view: ItemView): Promise<void> {
  for (const target of view.targets) {
    if (target.available_actions.includes('resolve')) await resolve(world, item, target);
  }
  // An edit revokes the approval, so it comes first.
  const { status, targets } = await itemNow(world, item);
  for (const target of targets) {
    if (target.status === 'failed' && target.error?.code === 'duplicate_content') await changeText(world, item, target);
    if (target.error?.code === 'part_id_unknown' && status !== 'publishing') await removeTheRest(world, item, target);
  }
  const { available_actions: actions } = await itemNow(world, item);
  const isRequired = world.settings.approval === 'required';
  if (isRequired && actions.includes('submit')) await send(world, item, 'content.submit', {});
  if (isRequired && (actions.includes('submit') || actions.includes('approve'))) {
    const { approval } = await itemNow(world, item);
    await send(world, item, 'content.approve', { content_hash: approval!.content_hash });
  }
  const { available_actions: now } = await itemNow(world, item);
  if (now.includes('retry')) await send(world, item, 'content.retry');
  else if (now.includes('schedule') && view.status !== 'scheduled') {
    await send(world, item, 'content.update', { scheduled_at: inSeconds(60) });
  }
  const cancelled = targets.filter(({ status }) => status === 'cancelled').map(({ platform }) => platform);
  const isBeside = (await itemNow(world, item)).targets.some(({ status }) => status === 'cancelled');
  if (isBeside) {
    const body = { content_id: item.id, platforms: cancelled, scheduled_at: inSeconds(60) };
    await send(world, item, 'schedule.create', body);
  }
  await followChanges();
}

/** Report the true outcome of the unconfirmed part. */
async function resolve(world: World, item: Item, target: TargetView): Promise<void> {
  const part = Math.max(
    0,
    target.parts.findIndex(({ status }) => status === 'unconfirmed'),
  );
  const role = roleOf(target, part);
  const { platform } = target;
  const [post] = liveOf(world.live, item.name, platform, role).toReversed();
  const named = { schedule_id: target.schedule_id, ...(target.parts.length > 0 ? { part } : {}) };
  const params = { platform };
  if (!post) return void (await send(world, item, 'content.resolve', { outcome: 'failed', ...named }, params));
  const body = { outcome: 'published', ...named };
  const url = urlOf(world, post);
  const { status, json, text } = await call(world, item, 'content.resolve', { ...body, url }, params);
  const roles = platform === 'bluesky' ? rolesOf(target) : [role];
  for (const each of roles)
    world.reports.push({
      item: item.name,
      platform,
      role: each,
      outcome: 'published',
      url: each === role ? url : null,
    });
  if (status === 200) return;
  // Another person has named this post for another target.
  expect(json.code, text).toBe('post_already_claimed');
  await send(world, item, 'content.resolve', body, params);
}

/** The post is live, but belongs to another target, for which a person has named it by mistake. Publish another text. */
async function changeText(world: World, item: Item, { platform }: TargetView): Promise<void> {
  item.revision += 1;
  const { platform_options } = await itemNow(world, item);
  const options = { ...platform_options[platform], text: textOf(item.name, 'post', item.revision) };
  await send(world, item, 'content.update', { platform_options: { ...platform_options, [platform]: options } });
}

/** Leave out what follows the live parts on this platform: nothing can answer a part whose id is unknown. */
async function removeTheRest(world: World, item: Item, { platform, parts }: TargetView): Promise<void> {
  const { thread, platform_options } = await itemNow(world, item);
  const confirmed = parts.filter(({ status }) => status === 'published').length;
  const kept = thread.slice(0, confirmed - 1).map(({ text }) => ({ text }));
  const options = {
    ...platform_options[platform],
    first_comment: null,
    ...(kept.length < thread.length ? { thread: kept } : {}),
  };
  await send(world, item, 'content.update', { platform_options: { ...platform_options, [platform]: options } });
}

async function call(world: World, item: Item, operation: string, body?: Json, params: Record<string, string> = {}) {
  const answer = await callApi(operation, {
    token: operation === 'content.approve' ? world.approver : world.token,
    params: { id: item.id, ...params },
    ...(body ? { body } : {}),
  });
  note(
    world,
    `way out of ${item.name}: ${operation} ${JSON.stringify({ ...params, ...body })}: ${answer.status} ${answer.json.code ?? ''}`,
  );
  return answer;
}

async function send(
  world: World,
  item: Item,
  operation: string,
  body?: Json,
  params: Record<string, string> = {},
): Promise<void> {
  const before = await itemNow(world, item);
  const { status, text } = await call(world, item, operation, body, params);
  expect(status, `the item offers this action: ${operation} ${text}`).toBeLessThan(300);
  await rememberInsistence(world, item, before);
}
