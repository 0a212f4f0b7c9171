import type { Write } from '../../core/table/commit.ts';
import { loadAll } from '../../core/table/read.ts';
import { keyOf, toItem } from '../../core/table/schema.ts';
import { contentClaimEntity } from '../entities/content-claims.ts';
import { type Holder, holdersExpireMs } from '../rules/content-claim.ts';

/** The items that publish one content in a workspace, on any account. Equal content has one such item of the table. */
export interface ContentClaim {
  workspace_id: string;
  hash: string;
  holders: Holder[];
  version: number;
}

/** Load the claims on contents by their hashes: without holders where there are none. */
export async function loadContentClaims(workspace_id: string, hashes: string[]): Promise<ContentClaim[]> {
  const keys = hashes.map((hash) => keyOf(contentClaimEntity, { workspace_id, hash }));
  const found = await loadAll<ContentClaim>(keys);
  return hashes.map((hash, index) => found[index] ?? { workspace_id, hash, holders: [], version: 0 });
}

/** Build the write of a claim with other holders. Of two changes at the same time, one starts again. */
export function contentClaimWrite({ version, ...claim }: ContentClaim, holders: Holder[]): Write {
  const put = toItem(contentClaimEntity, { ...claim, holders, version: version + 1 }, {}, holdersExpireMs(holders));
  return { put, condition: version === 0 ? 'absent' : { version } };
}
