import { operation } from '../../lib/content/api/content/approve.ts';
import { changeApproval } from '../../lib/content/steps/approval-action.ts';
import { contentInPath } from '../../lib/content/steps/content-prefetch.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';

const prefetching = { ...operation, prefetch: contentInPath };

/** Approve a content item that was submitted. */
export const handler = defineEndpoint(prefetching, (request) => changeApproval('approve', request));
