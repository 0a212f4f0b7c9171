import { deployedFile, fileReply } from '../../lib/http/deployed-file.ts';
import { endpoint } from '../../lib/http/endpoint.ts';

const DOCUMENT = deployedFile('openapi.json');

/** The OpenAPI document, written when the stack was synthesized and put beside this function. */
export const handler = endpoint('docs.openapi', async ({ call }) =>
  fileReply(call, DOCUMENT(), 'application/json'),
);
