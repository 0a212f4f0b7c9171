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

/** The groups of the reference page, in the order in which a program needs them, and the tags of each. */
export const REFERENCE_GROUPS: readonly { name: string; tags: readonly string[] }[] = [
  { name: 'Content', tags: ['content', 'schedule', 'labels', 'templates', 'link-rules', 'review'] },
  { name: 'Media', tags: ['media'] },
  { name: 'Accounts', tags: ['accounts', 'connect', 'platform-apps', 'sandbox'] },
  { name: 'Webhooks and events', tags: ['webhooks', 'payloads', 'events', 'inbound'] },
  { name: 'Analytics', tags: ['analytics', 'engagements'] },
  { name: 'Planning', tags: ['queues', 'recurrences', 'halts', 'calendar-feeds'] },
  { name: 'Files', tags: ['imports', 'exports'] },
  { name: 'Workspace', tags: ['workspace', 'team', 'keys', 'notifications', 'audit'] },
  { name: 'Documents', tags: ['problems', 'docs'] },
  { name: 'Access', tags: ['auth'] },
];

/** Add the code samples to the operations (by their ids), as the extension that the renderer shows as tabs. */
export function withSamples<T>(openapi: T, samples: Readonly<Record<string, object[]>>): T {
  return JSON.parse(JSON.stringify(openapi), (_, value) =>
    value !== null && samples[value.operationId] ? { ...value, 'x-codeSamples': samples[value.operationId] } : value,
  );
}

/**
 * Return the OpenAPI document as the reference page renders it: with groups, the server that has the page, and one name of X
 * in the values that a request may have. Throws when a tag has no group.
 */
export function referenceDocument(openapi: ReferenceSource): object {
  const order = REFERENCE_GROUPS.flatMap(({ tags }) => tags);
  const tags = openapi.tags ?? [];
  const missing = tags.filter(({ name }) => !order.includes(name));
  if (missing.length > 0) throw new Error(`REFERENCE_GROUPS lacks ${missing.map(({ name }) => name).join(', ')}`);
  const rendered = {
    ...openapi,
    servers: (openapi.servers ?? []).slice(0, 1),
    tags: tags.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name)),
    'x-tagGroups': REFERENCE_GROUPS,
  };
  return JSON.parse(JSON.stringify(rendered), (key, value) =>
    key === 'enum' && Array.isArray(value) && value.includes('x') ? value.filter((each) => each !== 'twitter') : value,
  );
}
