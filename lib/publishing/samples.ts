import { sandboxPostWrite } from '../content/store/sandbox-posts.ts';
import { defineSamples, sampleId } from '../core/api/define-samples.ts';
import { formatInstant } from '../core/values/timestamps.ts';

export const samples = defineSamples({
  path: '/v1/sandbox/posts/{id}',
  make: async ({ create, request, unique }) => {
    const account = await create('/accounts', { platform: 'twitter', sandbox: true });
    const content = await create('/content', {
      title: `In the sandbox ${unique()}`,
      platforms: ['twitter'],
      accounts: [account],
    });
    const published = await request('PUT', `/content/${content}`, { status: 'published' });
    const [target] = Object.values((published as { targets: Record<string, { url: string }> }).targets);
    return { id: target!.url.slice(target!.url.lastIndexOf('/') + 1) };
  },
  needsWorkers: true,
  ids: [sampleId('sandboxPost', 0)],
  store: ({ workspace_id, nowMs }, ids) =>
    ids.map((id) =>
      sandboxPostWrite({
        id,
        workspace_id,
        account_id: sampleId('account', 'S'),
        platform: 'twitter',
        text: 'A text in the sandbox',
        media: [],
        created_at: formatInstant(nowMs),
      }),
    ),
});
