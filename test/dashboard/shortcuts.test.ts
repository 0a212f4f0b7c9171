import { describe, expect, it } from 'vitest';
import { shortcutReader } from '../../dashboard/src/frame/shortcuts.ts';

describe('The keyboard shortcuts', () => {
  it('open a screen with its key after g, within 1.5 seconds', () => {
    const read = shortcutReader();
    expect([read('g', 0), read('p', 1500)]).toEqual([null, { kind: 'go', key: 'p' }]);
    expect([read('g', 5000), read('p', 6501)]).toEqual([null, null]);
  });

  it('are complete with one key, also where this key opens a screen after g', () => {
    const read = shortcutReader();
    expect(['n', '/', 'u', '?', 'x'].map((key) => read(key, 0))).toEqual([
      { kind: 'new' },
      { kind: 'filter' },
      { kind: 'undo' },
      { kind: 'list' },
      null,
    ]);
    expect([read('g', 0), read('n', 1), read('n', 2)]).toEqual([null, { kind: 'go', key: 'n' }, { kind: 'new' }]);
  });

  it('begin again with a second g', () => {
    const read = shortcutReader();
    expect([read('g', 0), read('x', 1), read('c', 2)]).toEqual([null, { kind: 'go', key: 'x' }, null]);
  });
});
