import { operation } from '../../lib/api/docs/openapi.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { deployedFile, fileResponse } from '../../lib/http/pages/deployed-file.ts';

const DOCUMENT = deployedFile('openapi.json');

/** Return the OpenAPI document, generated at synthesis and deployed with the function. */
export const handler = defineEndpoint(operation, async ({ context }) =>
  fileResponse(context, DOCUMENT(), 'application/json'),
);
