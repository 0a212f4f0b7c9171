import { formatAccessToken } from '../../lib/identity/rules/access-token.ts';
import { STAGE_USER_ID, STAGE_WORKSPACE_ID } from '../../lib/identity/rules/stage.ts';

const DIGITS = '01K00000000000000000000000';

/** The access token in the sample events. It is valid only in the temporary table of `npm run invoke`. */
export const SAMPLE_TOKEN = formatAccessToken(
  { workspace_id: `ws_${DIGITS}`, user_id: `usr_${DIGITS}`, client_id: `key_${DIGITS}` },
  'sample-access-token'.padEnd(43, '-'),
);

/** The access token of an agent key of the samples. */
export const SAMPLE_AGENT_TOKEN = formatAccessToken(
  { workspace_id: `ws_${DIGITS}`, user_id: `usr_${DIGITS}`, client_id: `key_${DIGITS.slice(0, -1)}4` },
  'sample-agent-token'.padEnd(43, '-'),
);

/** The access token of a stage key of the samples. */
export const SAMPLE_STAGE_TOKEN = formatAccessToken(
  { workspace_id: STAGE_WORKSPACE_ID, user_id: STAGE_USER_ID, client_id: `skey_${DIGITS}` },
  'sample-stage-token'.padEnd(43, '-'),
);
