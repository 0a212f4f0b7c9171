import { operation } from '../../lib/app/api/docs/openapi.ts';
import { deployedFile, fileResponse } from '../../lib/app/site/deployed-file.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';

const DOCUMENT = deployedFile('openapi.json');

/** Return the OpenAPI document, generated at synthesis and deployed with the function. */
export const handler = defineEndpoint(operation, async ({ context }) =>
  fileResponse(context, DOCUMENT(), 'application/json'),
);
