import { describe } from 'vitest';
import { didOfHandle } from '../../../lib/platforms/bluesky/simulator/identifiers.ts';
import { ACCOUNTS, publish, startSimulator } from '../platforms.ts';
import { describeNotifications, type NotifyingServer } from './notification-cases.ts';

const account = ACCOUNTS.bluesky;
const READER = 'bob.test';

async function startSimulated(): Promise<NotifyingServer> {
  const simulator = await startSimulator();
  await simulator.register({ platform: 'bluesky', account: account.externalId, access_token: account.accessToken });
  const connection = simulator.connection('bluesky');
  let records = 0;
  const notify = async (reason: string, fields: object) => {
    const id = `record${records++}`;
    const body = JSON.stringify({ account: account.externalId, actor: READER, reason, id, ...fields });
    const response = await fetch(`${simulator.origin}/_simulator/notifications`, { method: 'POST', body });
    if (response.status !== 204) throw new Error(await response.text());
    return { uri: `at://${didOfHandle(READER)}/app.bsky.feed.post/${id}`, cid: '' };
  };
  return {
    access: [account, connection],
    async post(text) {
      const sent = await publish('bluesky', connection, { text, media: [] });
      if (sent.outcome !== 'published') throw new Error(JSON.stringify(sent));
      return { uri: sent.platformPostId, cid: '' };
    },
    reply: ({ root, parent }, text) => notify('reply', { root_id: root.uri, post_id: parent.uri, text }),
    mention: (text) => notify('mention', { text }),
    async like({ uri }) {
      await notify('like', { post_id: uri });
    },
    [Symbol.asyncDispose]: simulator[Symbol.asyncDispose],
  };
}

describe('the simulated notifications of Bluesky', () => {
  describeNotifications(startSimulated);
});
