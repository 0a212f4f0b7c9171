import { SAMPLE_TARGET } from '../../lib/core/events/samples.ts';
import { EVENTS } from '../../lib/webhooks/events/events.ts';
import type { Json } from './schemas.ts';

const TARGET = {
  ...SAMPLE_TARGET,
  halt: null,
  timeline: [
    { type: 'scheduled', at: '2026-11-19T16:00:00.000Z', detail: null },
    ...['claimed', 'sent', 'confirmed'].map((type) => ({ type, at: SAMPLE_TARGET.published_at, detail: null })),
  ],
  timeline_omitted: 0,
  available_actions: [],
};

/** Examples of response schemas whose fields depend on each other. Declarations contain request examples. */
const COMPOSED: Record<string, unknown> = {
  Content: {
    ...EVENTS['content.published'].sample,
    link_cards: null,
    published_texts: [],
    editable_fields: [],
    available_actions: ['delete'],
    targets: [TARGET],
    warnings: [],
  },
  OpenApi: { openapi: '3.1.0', info: { title: 'Content Intelligence Service', version: '1.0.0' } },
};

/** Get the example of a schema, or compose one from the examples of its fields. */
export function exampleOf(schema: Json, components: Record<string, Json>): unknown {
  const { $ref, examples, enum: values, anyOf, oneOf, items, properties } = schema;
  if (typeof $ref === 'string') {
    const name = $ref.slice($ref.lastIndexOf('/') + 1);
    return COMPOSED[name] ?? exampleOf(components[name]!, components);
  }
  if (Array.isArray(examples)) return examples[0];
  if ('const' in schema) return schema.const;
  if ('default' in schema) return schema.default;
  if (Array.isArray(values)) return values[0];
  const [first] = (anyOf ?? oneOf ?? []) as Json[];
  if (first) return exampleOf(first, components);
  if (properties) {
    const fields = Object.entries(properties as Record<string, Json>);
    return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field, components)]));
  }
  if (items) return [exampleOf(items as Json, components)];
  return ({ boolean: true, integer: 1, number: 1, object: {}, string: 'text' } as Json)[String(schema.type)];
}
