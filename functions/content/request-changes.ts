import { operation } from '../../lib/content/api/content/request-changes.ts';
import { changeApproval } from '../../lib/content/steps/approval-action.ts';
import { contentInPath } from '../../lib/content/steps/content-prefetch.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';

const prefetching = { ...operation, prefetch: contentInPath };

/** Request changes to a content item that was submitted or approved. */
export const handler = defineEndpoint(prefetching, (request) => changeApproval('request-changes', request));
