import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ACTOR_TYPES } from '../../lib/audit/rules/audit-log.ts';
import { openapi } from '../../tools/openapi/openapi.ts';
import { auditLog } from '../functions/audit-log.ts';
import { madeItems } from '../functions/given/recurrence.ts';
import { newRecurrence } from '../functions/resources.ts';
import { newTenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers } from '../functions/worker-harness.ts';

interface ObjectSchema {
  properties: Record<string, { description?: string }>;
}

const harness = setupWorkers();

const row = /^\| `actor\.type` .*$/m.exec(readFileSync('docs/audit.md', 'utf8'))![0];
const { Actor } = (openapi() as { components: { schemas: Record<string, ObjectSchema> } }).components.schemas;
const description = Actor!.properties.type!.description!;

describe.each(ACTOR_TYPES)('the type of actor %s', (type) => {
  it('is described in the guide and in the API', () => {
    expect([row, description]).toEqual([
      expect.stringContaining(`\`${type}\`: `),
      expect.stringContaining(`\`${type}\`: `),
    ]);
  });
});

it('a type of actor that the guide or the API describes exists', () => {
  const described = [row, description].flatMap((text) => [...text.matchAll(/`(\w+)`: /g)].map(([, type]) => type));
  expect([...new Set(described)].sort()).toEqual([...ACTOR_TYPES].sort());
});

it('an item that a recurrence makes is recorded as made by the service', async () => {
  const tenant = await newTenant();
  await newRecurrence(tenant);
  await processAllChanges(harness);
  expect(madeItems().length).toBeGreaterThan(0);
  const made = (await auditLog(tenant)).filter(({ resource }) => resource.type === 'content');
  expect(made.map(({ actor, action }) => [actor.type, action])).toContainEqual(['service', 'created']);
});
