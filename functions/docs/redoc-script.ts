import { operation } from '../../lib/api/docs/redoc-script.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { deployedFile, fileResponse } from '../../lib/http/pages/deployed-file.ts';

const SCRIPT = deployedFile('redoc.js');

/** Return the script of the documentation page, which is deployed with this function. */
export const handler = defineEndpoint(operation, async ({ context }) =>
  fileResponse(context, SCRIPT(), 'text/javascript'),
);
