import { api, unwrap } from '../api/client.ts';
import { useAction } from '../api/hooks.ts';
import { Confirm } from '../components/dialog.tsx';
import type { Key } from './kinds.ts';

interface RevokeKeyProps {
  apiKey: Key;
  /** The question, what stops working, and what the button says. */
  title: string;
  text: string;
  confirm: string;
  onRevoked: () => void;
  onClose: () => void;
}

/** Ask before a key is revoked, and say what stops working. */
export function RevokeKey({ apiKey, title, text, confirm, onRevoked, onClose }: RevokeKeyProps) {
  const revoke = useAction(async () => {
    await unwrap(api.DELETE('/keys/{id}', { params: { path: { id: apiKey.id } } }));
    onRevoked();
  });
  return (
    <Confirm title={title} confirm={confirm} action={revoke} onClose={onClose}>
      <p>{text}</p>
    </Confirm>
  );
}
