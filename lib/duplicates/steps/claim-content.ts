import type { DefaultAccounts } from '../../accounts/rules/account.ts';
import { loadReconnectedAccounts } from '../../accounts/store/account-reservations.ts';
import { loadDefaultAccounts } from '../../accounts/store/default-accounts.ts';
import type { Content, ContentState } from '../../content/rules/content.ts';
import type { PublishWarning } from '../../content/rules/schedule/publish-warnings.ts';
import type { ReconnectedAccounts } from '../../content/rules/schedule/reconnected-accounts.ts';
import { loadContents } from '../../content/store/contents.ts';
import type { ApiError } from '../../core/problems/define-problem.ts';
import type { Write } from '../../core/table/commit.ts';
import { isId } from '../../core/values/id.ts';
import { assertAnyPermission } from '../../identity/pipeline/authorize.ts';
import type { Caller } from '../../identity/pipeline/request-context.ts';
import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';
import { duplicateContent } from '../problems.ts';
import {
  type Claim,
  claimsOf,
  guardPeriodMs,
  type Holder,
  isTooClose,
  MAX_HELD,
  namesAccount,
  newClaims,
  nextHolders,
  plannedClaims,
  sameClaim,
  withDefaultAccount,
  withPresentAccounts,
} from '../rules/content-claim.ts';
import { type ContentClaim, contentClaimWrite, loadContentClaims } from '../store/content-claims.ts';

interface ComparisonTerms {
  settings: Pick<WorkspaceSettings, 'duplicate_guard_hours'>;
  defaults: DefaultAccounts;
  nowMs: number;
}

/** What decides whether an item may publish what another one publishes. The service itself, without a caller, never may. */
export type GuardTerms = ComparisonTerms &
  (
    | { caller: Pick<Caller, 'permissions'>; allowDuplicate: boolean | undefined }
    | { caller: null; allowDuplicate: false }
  );

/** A claim, and the other item that publishes the same. */
interface Duplicate {
  claim: Claim;
  contentId: string;
  isDeleted: boolean;
}

/**
 * Claim what a change of an item will publish, in its transaction: of requests at the same time, one commits. Throws 409
 * that names the item which publishes the same on an account within the period, unless the caller allows it, and 403 for a
 * caller who may not. An item that is cancelled or changed holds nothing any more, nor one that is deleted before it was
 * published: the items themselves are read.
 */
export async function claimContent<S extends ContentState>(
  before: Content | null,
  after: S,
  terms: GuardTerms,
): Promise<{ state: S; claims: Write[] }> {
  if (terms.allowDuplicate) assertAnyPermission(terms.caller, ['content:override']);
  const { content } = after;
  const wanted = claimsOf(content, terms.defaults, terms.nowMs);
  const added = newClaims(before ? claimsOf(before, terms.defaults, terms.nowMs) : [], wanted);
  const { claims, found } = await compareClaims(content, added, terms);
  const [first] = found;
  if (first && !terms.allowDuplicate) throw duplicateError(first);
  const writes = claims.map((claim) => {
    const own = wanted.filter(({ hash }) => hash === claim.hash);
    const holders = nextHolders(claim.holders, content.id, own, terms.nowMs);
    if (holders === null) throw tooOftenError(claim);
    return contentClaimWrite(claim, holders);
  });
  const state = first ? { ...after, content: { ...content, duplicate_of: first.contentId } } : after;
  return { state, claims: writes };
}

/**
 * List as warnings what publishing an item at a time, or now, would repeat. The item of an agent is compared as a draft too,
 * because creating it would be rejected then.
 */
export async function duplicateWarnings(
  content: Content,
  scheduledAt: string | null,
  terms: ComparisonTerms,
): Promise<PublishWarning[]> {
  if (guardPeriodMs(content, terms.settings) === 0) return [];
  const at_ms = scheduledAt === null ? terms.nowMs : Date.parse(scheduledAt);
  const wanted = [...claimsOf(content, terms.defaults, terms.nowMs), ...plannedClaims(content, terms.defaults, at_ms)];
  const { found } = await compareClaims(content, wanted, terms);
  const different = new Map(found.map((each) => [`${each.claim.account} ${each.contentId}`, each]));
  return [...different.values()].map((duplicate): PublishWarning => {
    const { account, platform } = duplicate.claim;
    const account_id = account === platform ? null : account;
    return { code: 'duplicate_content', platform, account_id, detail: duplicateDetail(duplicate) };
  });
}

async function compareClaims(
  content: Content,
  added: Claim[],
  { settings, defaults: earlier, nowMs }: ComparisonTerms,
): Promise<{ claims: ContentClaim[]; found: Duplicate[] }> {
  if (added.length === 0) return { claims: [], found: [] };
  // A period of 0 rejects nothing, but the claims are written: the period of an agent, and a later one, finds them.
  const periodMs = guardPeriodMs(content, settings);
  const claims = await loadContentClaims(content.workspace_id, [...new Set(added.map(({ hash }) => hash))]);
  const listed = added.flatMap((claim) => {
    const { holders } = claims.find(({ hash }) => hash === claim.hash)!;
    const others = holders.filter(({ content_id }) => content_id !== content.id);
    return others.filter((holder) => isTooClose(claim, holder, periodMs)).map((holder) => ({ claim, holder }));
  });
  const defaults = await loadPresentDefaults(content.workspace_id, listed, earlier);
  const inTime = listed.map(({ claim, holder }) => ({ claim: withDefaultAccount(claim, defaults), holder }));
  const reconnected = await loadFormerAccounts(content.workspace_id, inTime);
  const near = inTime.filter(({ claim, holder }) => namesAccount(holder, claim, { defaults, reconnected }));
  if (near.length === 0) return { claims, found: [] };
  const items = await loadContents(
    content.workspace_id,
    near.map(({ holder }) => holder.content_id),
  );
  const found = near.flatMap(({ claim, holder }): Duplicate[] => {
    const item = items.find(({ id }) => id === holder.content_id);
    const published = item ? withPresentAccounts(claimsOf(item, defaults, nowMs), reconnected) : [];
    const isDeleted = holder.is_deleted === true;
    const other = isDeleted ? holder : sameClaim(claim, published, holder);
    return other && isTooClose(claim, other, periodMs) ? [{ claim, contentId: holder.content_id, isDeleted }] : [];
  });
  return { claims, found };
}

/**
 * Load the default accounts again of platforms that had none: a holder may be on the first account, connected since. After
 * the claims, because a later change of these starts the request again. Only the same content costs this read.
 */
async function loadPresentDefaults(
  workspaceId: string,
  listed: { claim: Claim }[],
  defaults: DefaultAccounts,
): Promise<DefaultAccounts> {
  const platforms = new Set(listed.flatMap(({ claim }) => (claim.account === claim.platform ? [claim.platform] : [])));
  return platforms.size === 0 ? defaults : { ...defaults, ...(await loadDefaultAccounts(workspaceId, [...platforms])) };
}

/**
 * Load the present ids of the accounts that holders name, where they were deleted and are connected again. Only the same
 * content on another account costs these reads.
 */
async function loadFormerAccounts(
  workspaceId: string,
  listed: { claim: Claim; holder: Holder }[],
): Promise<ReconnectedAccounts> {
  const others = listed.flatMap(({ claim, holder }) => holder.accounts.filter((account) => account !== claim.account));
  const ids = [...new Set(others)].filter((account) => isId('account', account));
  return ids.length === 0 ? new Map() : loadReconnectedAccounts(workspaceId, ids);
}

function duplicateError(duplicate: Duplicate): ApiError {
  return duplicateContent(duplicateDetail(duplicate), {
    extensions: { content_id: duplicate.contentId },
  });
}

function duplicateDetail({ claim, contentId, isDeleted }: Duplicate): string {
  const detail = `The content item ${contentId} has the same content for the same account (${claim.account}), too close in time.`;
  return isDeleted ? `${detail} The item is deleted, and its post is still on the platform.` : detail;
}

function tooOftenError({ holders }: ContentClaim): ApiError {
  const detail = `This content is planned for ${MAX_HELD} publications, the most that are compared. Change the text.`;
  return duplicateContent(detail, { extensions: { content_id: holders[0]?.content_id ?? null } });
}
