import { expect, test } from 'vitest';
import { warningTexts } from '../../dashboard/src/content/warnings.ts';

const warning = (platform: 'twitter' | 'bluesky', detail: string) =>
  ({ code: 'not_approved', platform, account_id: null, detail }) as const;

test('a warning that two platforms have is shown once', () => {
  const warnings = [
    warning('twitter', 'Not approved.'),
    warning('bluesky', 'Not approved.'),
    warning('twitter', 'No account.'),
  ];
  expect(warningTexts({ warnings })).toEqual(['Not approved.', 'No account.']);
});
