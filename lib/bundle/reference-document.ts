import { referenceGroups } from './resources.ts';

interface Operation {
  operationId: string;
  tags?: string[];
}

/** The parts of an OpenAPI document that the reference page changes. */
export interface ReferenceSource {
  paths: Record<string, Record<string, Operation>>;
  tags?: { name: string }[];
  servers?: { url: string }[];
}

/** Add the code samples to the operations (by their ids), as the extension that the renderer shows as tabs. */
export function withSamples<T>(openapi: T, samples: Readonly<Record<string, object[]>>): T {
  return JSON.parse(JSON.stringify(openapi), (_, value) =>
    value !== null && samples[value.operationId] ? { ...value, 'x-codeSamples': samples[value.operationId] } : value,
  );
}

/**
 * Return the OpenAPI document as the reference page renders it: with groups, the server that has the page, and one name of X
 * in the values that a request may have.
 */
export function referenceDocument(openapi: ReferenceSource): object {
  const rendered = {
    ...openapi,
    servers: (openapi.servers ?? []).slice(0, 1),
    'x-tagGroups': referenceGroups(),
  };
  return JSON.parse(JSON.stringify(rendered), (key, value) =>
    key === 'enum' && Array.isArray(value) && value.includes('x') ? value.filter((each) => each !== 'twitter') : value,
  );
}
