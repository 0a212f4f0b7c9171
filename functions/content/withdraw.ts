import { operation } from '../../lib/api/content/withdraw.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { changeApproval } from '../../lib/use-cases/approval-action.ts';
import { contentInPath } from '../../lib/use-cases/content-prefetch.ts';

const prefetching = { ...operation, prefetch: contentInPath };

/** Withdraw a content item from approval. */
export const handler = defineEndpoint(prefetching, (request) => changeApproval('withdraw', request));
