import { operation } from '../../lib/content/api/content/withdraw.ts';
import { changeApproval } from '../../lib/content/steps/approval-action.ts';
import { contentInPath } from '../../lib/content/steps/content-prefetch.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';

const prefetching = { ...operation, prefetch: contentInPath };

/** Withdraw a content item from approval. */
export const handler = defineEndpoint(prefetching, (request) => changeApproval('withdraw', request));
