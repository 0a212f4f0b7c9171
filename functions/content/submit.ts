import { operation } from '../../lib/content/api/content/submit.ts';
import { changeApproval } from '../../lib/content/steps/approval-action.ts';
import { contentInPath } from '../../lib/content/steps/content-prefetch.ts';
import { readLinkCards } from '../../lib/content/steps/link-cards.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { withLinkRules } from '../../lib/link-rules/store/applied-link-rules.ts';
import { loadLinkRules } from '../../lib/link-rules/store/link-rules.ts';

const prefetching = { ...operation, prefetch: contentInPath };

/** Submit a content item for approval, with the parameters and the cards of its links as they are now. */
export const handler = defineEndpoint(prefetching, (request) =>
  changeApproval('submit', request, {
    prepare: async (content) => {
      const { rules } = await loadLinkRules(content.workspace_id);
      return withLinkRules(content, rules, { isDraft: true }, request.nowMs);
    },
    readCards: readLinkCards,
  }),
);
