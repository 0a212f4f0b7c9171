import { contentEntity } from '../../lib/content/entities/contents.ts';
import { keyOf } from '../../lib/core/table/schema.ts';

/** Return the environment of a peer: that of a function, with the keys of the sample items that the peer reads. */
export function peerEnvironment(env: Record<string, string>): Record<string, string> {
  const { SETTINGS: _, NODE_OPTIONS: __, ...others } = env;
  const [content, token, ...caller] = ['0', '1', '2', '3', '4'].map((digit) =>
    keyOf(contentEntity, {
      workspace_id: 'ws_01K00000000000000000000000',
      id: `cnt_01K0000000000000000000000${digit}`,
    }),
  );
  return { ...others, ITEM_KEYS: JSON.stringify({ content, token, caller }) };
}
