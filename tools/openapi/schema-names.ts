import type * as z from 'zod/mini';
import { endpointExports } from '../../lib/bundle/endpoints.ts';
import { schemaName } from '../../lib/bundle/resources.ts';
import * as requestFields from '../../lib/core/api/request-fields.ts';
import * as responseFields from '../../lib/core/api/response-fields.ts';
import { EVENT_KINDS } from '../../lib/webhooks/events/events.ts';
import { payloadSchema } from '../../lib/webhooks/events/payload-schemas.ts';
import { Problem } from './problem-schema.ts';

// A schema has the name that its resource declares, else that of its export without "Response".
const EXPORTS: [string, unknown][] = [
  ...endpointExports(),
  ...Object.entries({ ...requestFields, ...responseFields, Problem }),
];

const EXPORTED = EXPORTS.flatMap(([name, value]): [string, z.ZodMiniType][] => {
  // The document describes a query as parameters, not as a schema.
  if (!/^[A-Z][a-z]/.test(name) || name.endsWith('Query')) return [];
  const schema = typeof value === 'function' ? value() : value;
  return isSchema(schema) ? [[name, schema]] : [];
});

/** The names of schemas in the document, which become the type names of generated clients. */
export const NAMES: ReadonlyMap<z.core.$ZodType, string> = new Map(
  EXPORTED.map(([name, schema]) => [schema, schemaName(name) ?? shortName(name)]),
);

// A request and its response cannot share a name: the response then retains its suffix.
function shortName(name: string): string {
  if (name === 'DeletedResponse') return 'Done';
  const short = name.replace(/Response$/, '');
  return short !== name && EXPORTED.some(([other]) => other === short) ? name : short;
}

function isSchema(value: unknown): value is z.ZodMiniType {
  return typeof value === 'object' && value !== null && '_zod' in value;
}

/** Get the payload schema of each event type and its name: `content.created` is `ContentCreatedEvent`. */
export function eventSchemas(): Map<string, { name: string; schema: z.ZodMiniType }> {
  return new Map(EVENT_KINDS.map((kind) => [kind, { name: `${pascal(kind)}Event`, schema: payloadSchema(kind) }]));
}

/** Convert a name to Pascal case: `rate_limit` and `rate.limit` become `RateLimit`. */
export function pascal(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
