import { placesOf } from './schema-places.ts';
import type { Json } from './schemas.ts';
import { schemasUsedBy } from './used-schemas.ts';

/**
 * Open the lists of values in the responses of a document: a schema of one of them becomes a text whose `x-open-enum`
 * references the known values. A client must pass through a value that it does not know, because new values are added
 * without a new version, but generators accept only the values of an `enum`. Requests keep their enums.
 */
export function openEnums(document: Json): void {
  const { schemas } = document.components as { schemas: Record<string, Json> };
  const sent = schemasUsedBy(requestsOf(document), schemas);
  for (const schema of Object.values(schemas)) delete schema['x-open-enum'];
  for (const { path, schema, io } of placesOf(document)) {
    const root = path.replace(/[.[{|].*$/, '');
    if (io === 'input' || (io === null && sent.has(root))) continue;
    // The names of a map's keys are often values of such a list.
    delete schema.propertyNames;
    const [wrapped, ...others] = (schema.allOf ?? []) as { $ref?: string }[];
    const $ref = schema.$ref ?? (others.length === 0 ? wrapped?.$ref : undefined);
    if (!isEnum($ref, schemas)) continue;
    const { $ref: _, allOf: __, ...docs } = schema;
    for (const key of Object.keys(schema)) delete schema[key];
    Object.assign(schema, docs, { type: 'string', 'x-open-enum': { $ref } });
  }
}

/** Mark the lists of values that responses contain with `x-open-enum`: new values are added without a new version. */
export function markOpenEnums(document: Json): void {
  const { schemas } = document.components as { schemas: Record<string, Json> };
  for (const name of schemasUsedBy(responsesOf(document), schemas)) {
    if (schemas[name]!.enum) schemas[name]!['x-open-enum'] = true;
  }
}

function isEnum($ref: unknown, schemas: Record<string, Json>): boolean {
  return typeof $ref === 'string' && schemas[$ref.slice($ref.lastIndexOf('/') + 1)]?.enum !== undefined;
}

function requestsOf(document: Json): unknown {
  return operationsOf(document).map(({ parameters, requestBody }) => [parameters, requestBody]);
}

// The requests that deliver events are responses to the client.
function responsesOf(document: Json): unknown {
  return [document.webhooks, operationsOf(document).map(({ responses }) => responses)];
}

function operationsOf({ paths }: Json): Json[] {
  return Object.values(paths as Record<string, Record<string, Json>>).flatMap((methods) => Object.values(methods));
}
