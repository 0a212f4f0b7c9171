import { Client } from 'content-intelligence';

// Creates a post in each of two workspaces, with one client, and prints what each has.

const { PREFIX = '' } = process.env;
let tokens = 0;
const onResponse = ({ path }: { path: string }) => {
  if (path === '/auth/token') tokens += 1;
};
const client = new Client({ onResponse });

async function titlesIn(externalId: string): Promise<(string | null)[]> {
  const { id } = await client.workspaces.ensure(externalId, { name: externalId });
  const named = client.inWorkspace(`external:${externalId}`, { actor: 'user-4711' });
  await named.content.create({ title: `Of ${externalId}`, platforms: ['bluesky'] });
  const titles = [];
  for await (const { title } of client.inWorkspace(id).content.list()) titles.push(title);
  return titles;
}

const titles = [await titlesIn(`${PREFIX} 1+1`), await titlesIn(`${PREFIX} 50%`)];
console.log(JSON.stringify({ titles, tokens }));
