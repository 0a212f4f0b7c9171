import { operation } from '../../lib/content/api/content/submit.ts';
import { changeApproval } from '../../lib/content/steps/approval-action.ts';
import { contentInPath } from '../../lib/content/steps/content-prefetch.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';

const prefetching = { ...operation, prefetch: contentInPath };

/** Submit a content item for approval. */
export const handler = defineEndpoint(prefetching, (request) => changeApproval('submit', request));
