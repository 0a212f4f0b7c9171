import { operation } from '../../lib/api/content/approve.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { changeApproval } from '../../lib/use-cases/approval-action.ts';
import { contentInPath } from '../../lib/use-cases/content-prefetch.ts';

const prefetching = { ...operation, prefetch: contentInPath };

/** Approve a content item that was submitted. */
export const handler = defineEndpoint(prefetching, (request) => changeApproval('approve', request));
