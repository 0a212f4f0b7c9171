import { writeFileSync } from 'node:fs';
import { allEvents, payloadSample } from '../lib/contract/event-catalogue.ts';
import { openapi } from '../lib/contract/openapi.ts';

const written = (document: unknown) => `${JSON.stringify(document, null, 2)}\n`;

// Rewrites the committed copies of the OpenAPI document and of the sample payloads; tests fail while they differ.
writeFileSync('docs/openapi.json', written(openapi()));
for (const [kind] of allEvents()) writeFileSync(`events/payloads/${kind}.json`, written(payloadSample(kind)));
