import { startSimulator } from '../platforms.ts';
import { describeBlueskyServer } from './server-cases.ts';

describeBlueskyServer('the simulated server of Bluesky', async () => {
  const simulator = await startSimulator();
  const baseUrl = `${simulator.origin}/_simulator/bluesky`;
  const server = { baseUrl, appView: baseUrl, directory: `${baseUrl}/plc`, handle: 'acme.test', password: 'secret' };
  return { ...server, [Symbol.asyncDispose]: () => simulator[Symbol.asyncDispose]() };
});
