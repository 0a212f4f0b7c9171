import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isId } from '../../../lib/core/values/id.ts';
import { EVENT_KINDS, EVENTS } from '../../../lib/webhooks/events/events.ts';
import { eventDataSchema, payloadSchema } from '../../../lib/webhooks/events/payload-schemas.ts';
import { payloadSample } from '../../../lib/webhooks/events/sample-events.ts';

const LIB = join(import.meta.dirname, '../../../lib');

function sourceOf(kind: string): string {
  const files = globSync(`*/events/${kind.replaceAll(/[._]/g, '-')}.ts`, { cwd: LIB });
  expect(files).toHaveLength(1);
  return readFileSync(join(LIB, files[0]!), 'utf8');
}

describe('every event kind', () => {
  it.each(EVENT_KINDS)('%s is declared in the file of its name', (kind) => {
    const source = sourceOf(kind);
    expect(source).toContain(`/** \`${kind}\`.`);
    expect(source).toContain('satisfies EventModule<');
  });

  it.each(EVENT_KINDS)('%s has a sample that its schema accepts, with no other fields', (kind) => {
    const { sample } = EVENTS[kind];
    expect(eventDataSchema(kind).parse(sample)).toEqual(sample);
  });

  it.each(EVENT_KINDS)('the sample payload of %s has valid ids', (kind) => {
    const sample = payloadSample(kind);
    expect(payloadSchema(kind).parse(sample)).toEqual(sample);
    expect([isId('event', sample.id), isId('workspace', sample.workspace_id)]).toEqual([true, true]);
  });
});
