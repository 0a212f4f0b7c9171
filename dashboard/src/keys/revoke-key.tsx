import { api, unwrap } from '../api/client.ts';
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
  return (
    <Confirm
      title={title}
      confirm={confirm}
      run={() => unwrap(api.DELETE('/keys/{id}', { params: { path: { id: apiKey.id } } }))}
      onDone={onRevoked}
      onClose={onClose}
    >
      <p>{text}</p>
    </Confirm>
  );
}
