import { defineSamples } from '../core/api/define-samples.ts';

export const samples = defineSamples({
  path: '/v1/accounts/{id}',
  make: async ({ create, unique }) => {
    const account = { platform: 'twitter', external_id: `22449949${unique()}`, access_token: 'token-of-a-sample' };
    return { id: await create('/accounts', account) };
  },
});
