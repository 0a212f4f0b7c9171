import { Button } from '../components/button.tsx';
import { t } from '../language/texts.ts';

interface RevokeButtonProps {
  /** What a person knows the API key by. */
  name: string;
  onRevoke: () => void;
}

/** Ask for the revocation of an API key. */
export function RevokeButton({ name, onRevoke }: RevokeButtonProps) {
  return (
    <Button class="danger" aria-label={t('keys.revokeOf', { name })} onClick={onRevoke}>
      {t('words.revoke')}
    </Button>
  );
}
