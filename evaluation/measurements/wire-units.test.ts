import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newContent } from '../../lib/content/rules/change/new-content.ts';
import { makeId } from '../../lib/core/values/id.ts';
import { searchedFields } from '../../lib/search/rules/search-document.ts';
import type { Usage } from '../../tools/cost-model/usage.ts';
import { parseMeasuredUsage } from '../../tools/cost-model/usage-file.ts';
import { measureDeliveries } from '../../tools/cost-model/usage-meter/deliveries.ts';
import { measureRequest } from '../../tools/cost-model/usage-meter/measure-usage.ts';
import { type MeteredStack, startMeteredStack } from '../../tools/cost-model/usage-meter/metered-stack.ts';
import { measurePost } from '../../tools/cost-model/usage-meter/post.ts';
import { REQUEST_KINDS } from '../../tools/cost-model/usage-meter/requests.ts';
import { EXAMPLE_POST } from '../../tools/cost-model/usage-meter/tenant.ts';
import { createWireCounter } from './wire-units.ts';

const UNITS = parseMeasuredUsage(readFileSync(join(import.meta.dirname, '../../tools/cost-model/units.json'), 'utf8'));

const unitsOf = ({ reads, writes, indexWrites }: Usage) => ({ reads, writes, indexWrites });

const REQUESTS = [
  'create a draft',
  'create a draft, with Idempotency-Key',
  'get',
  'list, 20 of many',
  'update a field',
  'schedule on 1 platform',
  'cancel',
];

describe('the units in units.json equal an independent count of the bytes on the wire', () => {
  const counter = createWireCounter();
  let place: MeteredStack;
  /** The same service, whose usage has the units of the counter. */
  let counted: MeteredStack;

  beforeAll(async () => {
    place = await startMeteredStack({ proxy: counter.proxy });
    const measureOnly: MeteredStack['measureOnly'] = async (only, work) => {
      counter.take();
      const usage = await place.measureOnly(only, work);
      return { ...usage, ...counter.take() };
    };
    counted = { ...place, measureOnly, measure: (work) => measureOnly((calls) => calls, work) };
  });

  afterAll(async () => {
    await place.stop();
    counter.stop();
  });

  it.each(REQUESTS)('for the request: %s', async (name) => {
    const kind = REQUEST_KINDS.find((each) => each.name === name)!;
    const committed = UNITS.requests.find((each) => each.name === name)!;
    const { alone, after } = await measureRequest(counted, kind, 400 + REQUESTS.indexOf(name));
    expect(unitsOf(alone)).toEqual(unitsOf(committed.alone));
    expect(unitsOf(after)).toEqual(unitsOf(committed.after));
  });

  it('for a delivery and the derived work of a draft', async () => {
    const { derived, delivery } = await measureDeliveries(counted, 450);
    expect(unitsOf(derived.alone)).toEqual(unitsOf(UNITS.derived.alone));
    expect(unitsOf(delivery.alone)).toEqual(unitsOf(UNITS.delivery.alone));
    expect(unitsOf(derived.inTens)).toEqual(unitsOf(UNITS.derived.inTens));
  });

  it('for each step of a published post', async () => {
    const nothing = await counted.measure(async () => {});
    const { steps } = await measurePost(counted, 'twitter', 460, nothing);
    expect(steps.map(({ name, units }) => [name, unitsOf(units)])).toEqual(
      UNITS.post.map(({ name, units }) => [name, unitsOf(units)]),
    );
  });
});

// A unit for each word of the draft that begins no other word of it, and two for the document that names them, before and after.
const DRAFT = { ...EXAMPLE_POST, platforms: ['twitter' as const] };
const OWNER = { id: makeId('content', 0, new Uint8Array(10)), workspaceId: 'ws_example', userId: 'usr_example' };
const SEARCH_WRITES = searchedFields(newContent(DRAFT, OWNER, 0)).terms.length + 2;

describe('an example draft of 48 + 240 characters', () => {
  const { alone, after } = UNITS.requests.find(({ name }) => name === 'create a draft')!;
  const lookups = UNITS.requests.find(({ operation }) => operation === 'auth.verify')!.alone;

  it('fits into one write unit, its event into two, and its audit entry into three with its claim and its head', () => {
    // The request writes the item and its total; without counters, the item alone.
    expect(alone.writes - lookups.writes).toBeLessThanOrEqual(4);
    // The event, which has all fields of the item, the claim, the entry and the head.
    expect(after.writes - SEARCH_WRITES).toBe(5);
    expect(after.indexWrites).toBe(1);
  });
});
