import { expect, test } from 'vitest';
import { warningTexts } from '../../dashboard/src/content/warnings.ts';

const warning = (platform: 'x' | 'bluesky', detail: string) =>
  ({ code: 'not_approved', platform, account_id: null, detail }) as const;

test('a warning that two platforms have is shown once', () => {
  const warnings = [warning('x', 'Not approved.'), warning('bluesky', 'Not approved.'), warning('x', 'No account.')];
  expect(warningTexts({ warnings })).toEqual(['Not approved.', 'No account.']);
});
