import { writeFileSync } from 'node:fs';
import { openapi } from '../lib/api/openapi/openapi.ts';
import { PLATFORMS } from '../lib/domain/platform.ts';
import { EVENT_KINDS } from '../lib/events/events.ts';
import { payloadSample } from '../lib/events/sample-events.ts';
import { publishDueEvent } from '../tools/local-stack/sample-data.ts';

const written = (document: unknown) => `${JSON.stringify(document, null, 2)}\n`;

// Rewrites the committed OpenAPI document and the sample events. Tests fail while they differ.
writeFileSync('docs/openapi.json', written(openapi()));
for (const kind of EVENT_KINDS) writeFileSync(`events/payloads/${kind}.json`, written(payloadSample(kind)));
for (const platform of PLATFORMS) {
  writeFileSync(`events/on-publish-due/${platform}.json`, written(publishDueEvent(platform)));
}
