import { describe, expect, it, vi } from 'vitest';
import { dismissToast, followToasts, showToast, type Toast, undoToast } from '../../dashboard/src/components/toasts.ts';

function shown(): readonly Toast[] {
  let seen: readonly Toast[] = [];
  followToasts((toasts) => {
    seen = toasts;
  })();
  return seen;
}

describe('A toast', () => {
  it('takes back what it says, and is then not final', () => {
    const [undo, onGone] = [vi.fn(), vi.fn()];
    showToast('Deleted', { undo, onGone });
    expect(undoToast(shown()[0]!.id)).toBe(true);
    expect(shown()).toEqual([]);
    expect([undo, onGone].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  });

  it('is final once when it has gone', () => {
    const onGone = vi.fn();
    showToast('Deleted', { undo: () => undefined, onGone });
    const { id } = shown()[0]!;
    dismissToast(id);
    dismissToast(id);
    expect(onGone).toHaveBeenCalledTimes(1);
  });

  it('without a name is the latest one that can be taken back', () => {
    const undone: string[] = [];
    showToast('First', { undo: () => undone.push('first') });
    showToast('Second', { undo: () => undone.push('second') });
    showToast('Saved');
    expect([undoToast(), undoToast(), undoToast()]).toEqual([true, true, false]);
    expect(undone).toEqual(['second', 'first']);
  });
});
