/** A statement of an approval, as examples show it. */
export const SAMPLE_STATEMENT =
  '{"accounts":[{"account_id":"acc_01K00000000000000000000000","platform":"twitter"}],"approver_id":"usr_01K00000000000000000000001","content_hash":"5e9f5c2f7a1f0d6b3c4e8a9d2b1c0f7e6d5a4b3c2d1e0f9a8b7c6d5e4f3a2b1c","content_id":"cnt_01K00000000000000000000000","expires_at":"2026-11-19T09:35:00.000Z","files":[],"issued_at":"2026-11-19T09:30:00.000Z","not_after":"2026-11-21T09:30:00.000Z","not_before":"2026-11-20T09:30:00.000Z","origin":"https://dashboard.example.com","rp_id":"dashboard.example.com","submitted_at":"2026-11-19T09:00:00.000Z","type":"content_approval","version":1,"workspace_id":"ws_01K00000000000000000000000"}';

/** The item whose statement the sample event requests. */
export const SAMPLE_SIGNED_ID = 'cnt_01K0000000000000000000000S';

const ID_DIGITS = '01K00000000000000000000000';

/** The access token of the sample session, which exists only in the temporary table of `npm run invoke`. */
export const SAMPLE_SESSION_ACCESS_TOKEN = `ses_${ID_DIGITS.repeat(3)}${'sample-session-access-token'.padEnd(43, '-')}`;
