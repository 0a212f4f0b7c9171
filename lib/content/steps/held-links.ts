import type { CredentialHolder } from '../../identity/rules/credential.ts';
import { loadCredentialHolder } from '../../identity/store/credential-holders.ts';
import type { HeldLink, ReviewLink } from '../rules/review/review-link.ts';

/** Load what the creators of review links may do now by the credentials that created them. */
export function loadHeldLinks(workspaceId: string, links: ReviewLink[], nowMs: number): Promise<HeldLink[]> {
  const holders = new Map<string, Promise<CredentialHolder>>();
  const holderOf = ({ created_by: user_id, client_id: by }: ReviewLink) => {
    const client_id = by ?? null;
    const name = `${user_id} ${client_id}`;
    const holder = holders.get(name) ?? loadCredentialHolder(workspaceId, { user_id, client_id }, nowMs);
    holders.set(name, holder);
    return holder;
  };
  return Promise.all(links.map(async (link) => ({ link, holder: await holderOf(link) })));
}
