import { operation } from '../../lib/api/content/request-changes.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { changeApproval } from '../../lib/use-cases/approval-action.ts';
import { contentInPath } from '../../lib/use-cases/content-prefetch.ts';

const prefetching = { ...operation, prefetch: contentInPath };

/** Request changes to a content item that was submitted or approved. */
export const handler = defineEndpoint(prefetching, (request) => changeApproval('request-changes', request));
