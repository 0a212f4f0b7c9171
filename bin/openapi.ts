import { writeFileSync } from 'node:fs';
import { openapi } from '../lib/contract/openapi.ts';

// Rewrites the committed copy of the OpenAPI document; a test fails while the two differ.
writeFileSync('docs/openapi.json', `${JSON.stringify(openapi(), null, 2)}\n`);
