import { operation } from '../../lib/api/content/submit.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { changeApproval } from '../../lib/use-cases/approval-action.ts';
import { contentInPath } from '../../lib/use-cases/content-prefetch.ts';

const prefetching = { ...operation, prefetch: contentInPath };

/** Submit a content item for approval. */
export const handler = defineEndpoint(prefetching, (request) => changeApproval('submit', request));
