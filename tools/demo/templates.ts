import type { DemoAccount, DemoRun } from './run.ts';

/** The templates of the demo workspace, with the accounts of the team. Its content manager writes them. */
function templatesOf(accounts: readonly DemoAccount[]): object[] {
  const network = accounts.filter(({ platform }) => platform !== 'instagram').map(({ id }) => id);
  return [
    {
      ...{ kind: 'snippet', name: 'New roast' },
      text: '{{coffee}} is back on the shelf: {{notes}}. {{url}}',
      variables: { url: 'https://example.com/shop' },
    },
    {
      kind: 'snippet',
      name: 'Opening hours',
      text: 'The café at the harbour is open from {{from}} to {{to}}.',
      variables: { from: '8:00', to: '17:00' },
    },
    { kind: 'signature', name: 'Roastery', text: 'Roasted in small batches by {{@Nordlys Coffee}}' },
    { kind: 'hashtags', name: 'Coffee', text: '#coffee #specialtycoffee #nordlys' },
    {
      ...{ kind: 'mention', name: 'Nordlys Coffee' },
      handles: { twitter: '@nordlyscoffee', instagram: '@nordlys.coffee', bluesky: '@nordlys.example.com' },
    },
    { kind: 'account_set', name: 'News channels', accounts: network },
    {
      kind: 'options',
      name: 'Business posts',
      platform_options: { linkedin: { first_comment: 'More: https://example.com/shop' } },
    },
  ];
}

/** Create templates of each kind. */
export async function createTemplates(run: DemoRun): Promise<void> {
  const mira = await run.as('mira');
  for (const template of templatesOf(run.accounts)) await mira('POST', '/templates', template);
}
