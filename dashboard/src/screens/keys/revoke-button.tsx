import type { Schemas } from '../../api/client.ts';
import { t } from '../../language/texts.ts';

interface RevokeButtonProps {
  apiKey: Schemas['Key'];
  onRevoke: (key: Schemas['Key']) => void;
}

/** Ask for the revocation of an API key. */
export function RevokeButton({ apiKey: key, onRevoke }: RevokeButtonProps) {
  return (
    <button
      type="button"
      class="danger"
      aria-label={t('keys.revokeOf', { name: key.name })}
      onClick={() => onRevoke(key)}
    >
      {t('keys.revoke')}
    </button>
  );
}
