import { deployedFile, fileReply } from '../../lib/http/deployed-file.ts';
import { endpoint } from '../../lib/http/endpoint.ts';

const SCRIPT = deployedFile('redoc.js');

/** The script of the documentation page, as it was put beside this function. */
export const handler = endpoint('docs.script', async ({ call }) =>
  fileReply(call, SCRIPT(), 'text/javascript'),
);
