import { pagesOf } from './api/client.ts';
import { useQuery } from './api/hooks.ts';
import { loadAllPages } from './api/pages.ts';
import { t } from './language/texts.ts';
import { usePermission, useSession } from './session-context.tsx';

/** The user that stands for the stage keys of the product, in every workspace. */
const STAGE_USER = 'usr_00000000000000000000000000';

/** Return the name of a person: as it was recorded, or that of the member with the id. */
export type NameOf = (id: string | null, recorded?: string | null) => string;

/**
 * Load the names of the members. Members who may not see the team see their own name only. `unknown` names the others:
 * in words, or by their id where it identifies them.
 */
export function useMemberNames(unknown: 'words' | 'id' = 'words'): NameOf {
  const canRead = usePermission('team:read');
  const { user, portal } = useSession();
  const { data } = useQuery(`member names ${canRead}`, async () => (canRead ? loadNames() : null), { isShared: true });
  return (id, recorded = null) => {
    if (recorded !== null) return recorded;
    // A person in a portal has its id too, as has each other one.
    if (id === STAGE_USER) return portal?.name ?? t('components.product');
    if (id === user.id) return t('components.you');
    const name = data?.get(id ?? '');
    if (name !== undefined) return name;
    if (unknown === 'id' && id !== null) return id;
    return t(data ? 'components.formerMember' : 'components.anotherMember');
  };
}

async function loadNames(): Promise<Map<string, string>> {
  const members = await loadAllPages(pagesOf('/team/members', 'members', { limit: 100 }));
  return new Map(members.map(({ id, name }) => [id, name]));
}
