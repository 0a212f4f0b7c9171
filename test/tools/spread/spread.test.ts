import { describe, expect, it } from 'vitest';
import { filesNaming, namePattern, ownFolders } from '../../../tools/spread/spread.ts';

describe('the name of a feature', () => {
  it.each(['press-kits', 'PressKit', 'pressKits', 'PRESS_KITS', 'press_kit', 'A press kit.'])(
    'is found as %s',
    (text) => {
      expect(namePattern('press-kits').test(text)).toBe(true);
    },
  );

  it.each(['press', 'kits', 'press the kit'])('is not found in %s', (text) => {
    expect(namePattern('press-kits').test(text)).toBe(false);
  });
});

describe('the folders of a feature', () => {
  it('are those of lib, tests and functions, and the screens named after it', () => {
    expect(ownFolders('queues')).toEqual([
      'lib/queues',
      'test/queues',
      'functions/queues',
      'dashboard/src/screens/queues',
    ]);
  });

  it('are unknown for a resource without functions', () => {
    expect(() => ownFolders('press-kits')).toThrow('There is no folder functions/press-kits.');
  });
});

describe('the files that name a feature', () => {
  it('are outside its folders, and written by hand', () => {
    const files = filesNaming('queues');
    expect(files).toContain('docs/README.md');
    expect(files.filter((file) => /^(lib|functions)\/queues\/|^events\/|^package-lock/.test(file))).toEqual([]);
  });
});
