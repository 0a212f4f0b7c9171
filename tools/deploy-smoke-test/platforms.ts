import { listen, openServer } from '../local-stack/http.ts';
import { createSimulator } from '../simulator/simulator.ts';

export interface Platforms {
  port: number;
  url: string;
  stop: () => void;
}

/** Start the simulated platforms and the webhook inbox on a free loopback port. */
export async function startPlatforms(ledgerPath: string): Promise<Platforms> {
  const simulator = createSimulator({ ledgerPath });
  const { server, serve, close } = openServer((line) => console.error(line));
  const port = await listen(server, 0);
  serve((request, response) => {
    if (!simulator.handle(request, response)) response.writeHead(404).end();
  });
  const stop = () => {
    close();
    simulator.close();
  };
  return { port, url: `http://127.0.0.1:${port}`, stop };
}
