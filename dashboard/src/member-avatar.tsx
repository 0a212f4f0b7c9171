import { Avatar } from './components/avatar.tsx';
import type { NameOf } from './member-names.ts';
import { useSession } from './session-context.tsx';

interface MemberAvatarProps {
  id: string | null;
  /** The name as it was recorded, of a person who is no member. */
  recorded?: string | null;
  nameOf: NameOf;
}

/** The avatar of a person. The text beside it calls the present member "you", which has no initials. */
export function MemberAvatar({ id, recorded = null, nameOf }: MemberAvatarProps) {
  const { user } = useSession();
  return <Avatar name={recorded === null && id === user.id ? user.name : nameOf(id, recorded)} />;
}
