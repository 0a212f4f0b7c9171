import { hueOf, initials } from './initials.ts';
import { PlatformIcon } from './platform-icon.tsx';

interface AvatarProps {
  /** The name of the person or the account. */
  name: string;
  /** The platform of an account, shown as a small badge. */
  platform?: string;
}

/** The initials of a person or an account on a color of their own: the API has no pictures. The name is beside it. */
export function Avatar({ name, platform }: AvatarProps) {
  return (
    <span class="portrait" aria-hidden="true">
      {/* The lightness is the same for every hue, so the white letters are readable on all of them. */}
      <span class="initials" style={{ background: `oklch(0.45 0.11 ${hueOf(name)})` }}>
        {initials(name)}
      </span>
      {platform !== undefined && (
        <span class="portrait-badge">
          <PlatformIcon platform={platform} size={12} />
        </span>
      )}
    </span>
  );
}

interface AccountNameProps {
  account: { name: string; handle?: string | null; platform: string };
}

/** An account as a person knows it: its avatar, its name and its handle. */
export function AccountName({ account: { name, handle, platform } }: AccountNameProps) {
  return (
    <span class="account-name">
      <Avatar name={name} platform={platform} />
      <span>
        <strong>{name}</strong>
        {handle && handle !== name && <small>{`@${handle}`}</small>}
      </span>
    </span>
  );
}
