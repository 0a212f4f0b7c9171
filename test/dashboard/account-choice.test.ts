import { describe, expect, it } from 'vitest';
import type { Account } from '../../dashboard/src/content/content.ts';
import {
  defaultPlatforms,
  isChosen,
  listChoices,
  withToggled,
} from '../../dashboard/src/screens/composer/account-choice.ts';

const account = (id: string, platform: Account['platform'], fields: Partial<Account> = {}) =>
  ({ id, platform, status: 'connected', is_default: false, ...fields }) as Account;

const shop = account('shop', 'twitter', { is_default: true });
const news = account('news', 'twitter');
const page = account('page', 'linkedin', { is_default: true });
const accounts = [page, shop, news];
const draft = (platforms: Account['platform'][], named: string[] = []) => ({ platforms, accounts: named });
const choice = (of: Account) => ({ platform: of.platform, account: of });
const chosen = (of: ReturnType<typeof draft>) =>
  accounts.filter((each) => isChosen(of, choice(each), accounts)).map(({ id }) => id);

describe('the accounts that can be chosen', () => {
  it('are all accounts, and the platforms without one', () => {
    const names = listChoices(accounts).map(({ platform, account: of }) => of?.id ?? platform);
    expect(names).toEqual(['shop', 'news', 'page', 'instagram', 'bluesky']);
  });

  it('are chosen for a new post on each platform whose default account can publish', () => {
    const lost = account('lost', 'instagram', { is_default: true, status: 'needs_reconnect' });
    expect(defaultPlatforms([...accounts, lost])).toEqual(['twitter', 'linkedin']);
  });
});

describe('an account', () => {
  it('is chosen when a draft names it, or as the default of its platform', () => {
    expect(chosen(draft(['twitter']))).toEqual(['shop']);
    expect(chosen(draft(['twitter', 'linkedin'], ['news']))).toEqual(['page', 'news']);
    expect(chosen(draft([]))).toEqual([]);
  });

  it('is added to the default one, and both are named', () => {
    expect(withToggled(draft(['twitter']), choice(news), accounts)).toEqual(draft(['twitter'], ['shop', 'news']));
  });

  it('removes its platform when it was the last one', () => {
    const next = withToggled(draft(['twitter', 'linkedin'], ['news', 'gone']), choice(news), accounts);
    expect(next).toEqual(draft(['linkedin'], ['gone']));
  });

  it('is not named when its platform has no other', () => {
    expect(withToggled(draft([]), choice(page), accounts)).toEqual(draft(['linkedin']));
    expect(withToggled(draft(['linkedin']), choice(page), accounts)).toEqual(draft([]));
  });
});

describe('a platform without an account', () => {
  it('can be chosen and left out', () => {
    const none = { platform: 'bluesky' as const, account: null };
    const on = withToggled(draft(['twitter']), none, accounts);
    expect(on).toEqual(draft(['twitter', 'bluesky']));
    expect(isChosen(on, none, accounts)).toBe(true);
    expect(withToggled(on, none, accounts)).toEqual(draft(['twitter']));
  });
});
