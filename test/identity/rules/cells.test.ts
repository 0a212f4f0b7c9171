import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { isId, makeId } from '../../../lib/core/values/id.ts';
import { formatAccessToken, parseAccessToken } from '../../../lib/identity/rules/access-token.ts';

// Decision 46: the first two random digits of ids can name a cell.

const TIME_DIGITS = 10;
const SECRET = 'a'.repeat(43);

/** Ten random bytes whose first ten bits are the number of a cell. */
function entropyOf(cell: number): Uint8Array {
  const entropy = randomBytes(10);
  entropy.writeUInt16BE((cell << 6) | (entropy.readUInt16BE(0) & 0x3f), 0);
  return entropy;
}

it('the id of a workspace can name one of 1,024 cells, which each access token of it shows at the same place', () => {
  const seen = new Set<string>();
  for (let cell = 0; cell < 1_024; cell++) {
    const workspace_id = makeId('workspace', Date.now(), entropyOf(cell));
    const owner = {
      workspace_id,
      user_id: makeId('user', 0, randomBytes(10)),
      client_id: makeId('key', 0, entropyOf(cell)),
    };
    expect([isId('workspace', workspace_id), isId('key', owner.client_id)]).toEqual([true, true]);
    const token = formatAccessToken(owner, SECRET);
    expect(parseAccessToken(token)).toEqual(owner);
    const digits = token.slice(TIME_DIGITS, TIME_DIGITS + 2);
    expect(owner.client_id.slice(-16, -14)).toBe(digits);
    seen.add(digits);
  }
  expect(seen.size).toBe(1_024);
});
