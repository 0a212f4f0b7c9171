import { writeFileSync } from 'node:fs';
import { openapi } from '../lib/api/openapi/openapi.ts';
import { EVENT_KINDS } from '../lib/events/events.ts';
import { payloadSample } from '../lib/events/sample-events.ts';

const written = (document: unknown) => `${JSON.stringify(document, null, 2)}\n`;

// Rewrites the committed OpenAPI document and the sample payloads. Tests fail while they differ.
writeFileSync('docs/openapi.json', written(openapi()));
for (const kind of EVENT_KINDS) writeFileSync(`events/payloads/${kind}.json`, written(payloadSample(kind)));
