import { defineProblem } from '../core/problems/define-problem.ts';

export const agentKeyRequired = /* @__PURE__ */ defineProblem({
  code: 'agent_key_required',
  status: 403,
  title: 'Agent key required',
  meaning:
    'The MCP server accepts agent keys only: what another key writes would not be marked as written by an agent.',
  remedy: 'Create an agent key with `POST /v1/keys` and the field `agent`, and use its access token.',
});
