import { expect } from 'vitest';
import { MISSED_POLICIES } from '../../../lib/halts/rules/halt-release.ts';
import { requestHalt } from '../../functions/given/halt.ts';
import { note } from '../../functions/seeded/trace.ts';
import { covers, type Halt, type Workspace } from './model.ts';
import { send, type World } from './world.ts';

const SECOND = 1_000;

/** Halt a workspace, a platform or an account. */
export async function halt(world: World, workspace: Workspace): Promise<void> {
  const { random } = world;
  const scope: Halt['scope'] = random.pick<Halt['scope']>([
    'workspace',
    { platform: random.pick(['twitter', 'linkedin']) },
    { account: random.pick(workspace.accounts).id },
  ]);
  const isActive = workspace.halts.some(
    (each) => each.endMs === null && JSON.stringify(each.scope) === JSON.stringify(scope),
  );
  note(world, `${workspace.name} halts ${nameOf(workspace, scope)}`);
  const fromMs = Date.now();
  const { status, json, text } = await requestHalt(workspace.tenant, scope);
  const { stalled } = world.service;
  world.service.stalled = { fromMs: stalled.untilMs === fromMs ? stalled.fromMs : fromMs, untilMs: Date.now() };
  if (isActive) return expect([status, json.code]).toEqual([409, 'already_halted']);
  expect(status, text).toBe(201);
  const id = String(json.id);
  workspace.halts.push({
    ...{ id, scope, fromMs, endMs: null, missed: 'publish', spreadMs: 0, unfinished: 0, released: [] },
  });
}

/** Name a scope. */
function nameOf({ accounts }: Workspace, scope: Halt['scope']): string {
  if (scope === 'workspace') return scope;
  return 'platform' in scope ? scope.platform : accounts.find(({ id }) => id === scope.account)!.externalId;
}

/** End a halt: what it has stopped is spread, or missed. */
export async function endHalt(world: World, workspace: Workspace): Promise<void> {
  const active = workspace.halts.filter(({ endMs }) => endMs === null);
  if (active.length === 0) return halt(world, workspace);
  await end(world, workspace, world.random.pick(active));
}

async function end(world: World, workspace: Workspace, halt: Halt): Promise<void> {
  const { random, service } = world;
  halt.endMs = Date.now();
  halt.missed = random.chance(0.75) ? 'publish' : random.pick(MISSED_POLICIES);
  halt.spreadMs = random.pick([0, 60, 900, 7_200, 86_400]) * SECOND;
  const isStopped = ({ state, scheduled_at }: { state: string; scheduled_at: string }) =>
    !['published', 'failed', 'cancelled'].includes(state) && Date.parse(scheduled_at) < halt.endMs!;
  halt.unfinished = world.items
    .filter((item) => item.workspace === workspace)
    .flatMap(({ targets }) => targets)
    .filter(({ account, entryId }) => covers(halt, account) && isStopped(service.entries.get(entryId)!)).length;
  note(
    world,
    `${workspace.name} ends the halt of ${nameOf(workspace, halt.scope)}: ${halt.missed} over ${halt.spreadMs / SECOND} s`,
  );
  const query = { missed: halt.missed, spread_seconds: String(halt.spreadMs / SECOND) };
  const answer = await send(world, workspace, 'halts.delete', { params: { id: halt.id }, query });
  expect(answer.status === 200 || (answer.isRepeated && answer.status === 404), answer.text).toBe(true);
}

/** End all halts of a workspace. */
export async function endAllHalts(world: World, workspace: Workspace): Promise<void> {
  for (const halt of workspace.halts.filter(({ endMs }) => endMs === null)) await end(world, workspace, halt);
}
