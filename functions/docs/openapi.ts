import { operation } from '../../lib/api/docs/openapi.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { deployedFile, fileResponse } from '../../lib/http/pages/deployed-file.ts';

const DOCUMENT = deployedFile('openapi.json');

/** The OpenAPI document, written when the stack was synthesized and put beside this function. */
export const handler = defineEndpoint(operation, async ({ context }) =>
  fileResponse(context, DOCUMENT(), 'application/json'),
);
