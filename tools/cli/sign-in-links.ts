import { commit } from '../../lib/core/table/commit.ts';
import type { Member } from '../../lib/identity/rules/member.ts';
import { signInUrl } from '../../lib/identity/rules/sign-in.ts';
import { emailHash, loadMembersByEmailHash } from '../../lib/identity/store/members.ts';
import { createSignInLink, signInLinkWrite } from '../../lib/identity/store/sign-in.ts';
import { loadWorkspace } from '../../lib/identity/store/workspaces.ts';

/** What a person does with a printed link. */
export const LINK_ADVICE = [
  'The link works once, for 15 minutes. It signs in as this member: keep it secret.',
  'Then add a passkey (Passkeys, within ten minutes of the sign-in): it signs in without a link.',
].join('\n');

/** A stage without a dashboard, where no link can be opened. */
export const NO_DASHBOARD = 'This stage has no dashboard ("dashboard": false), so members cannot sign in.';

/** Create the sign-in link of a member, as the email worker does. Returns its URL and the write that makes it valid. */
export function newLinkOf(member: Pick<Member, 'workspace_id' | 'id'>, dashboardOrigin: string, nowMs: number) {
  const { workspace_id, id: user_id } = member;
  const { token, link } = createSignInLink({ workspace_id, user_id }, { nowMs });
  return { url: signInUrl(dashboardOrigin, token), write: signInLinkWrite(link) };
}

/**
 * Store a sign-in link for each workspace of which an email address is a member, and return the lines that print them.
 * Throws an Error for the address of no member.
 */
export async function printSignInLinks(email: string, dashboardOrigin: string, nowMs: number): Promise<string[]> {
  const lines: string[] = [];
  for (const member of await loadMembersByEmailHash(emailHash(email))) {
    const workspace = await loadWorkspace(member.workspace_id);
    if (!workspace) continue;
    const { url, write } = newLinkOf(member, dashboardOrigin, nowMs);
    await commit([write]);
    lines.push(`workspace      ${workspace.id} (${workspace.name})`, `sign-in link   ${url}`);
  }
  if (lines.length === 0) throw new Error(`No workspace of this stage has a member with the email address ${email}.`);
  return lines;
}
