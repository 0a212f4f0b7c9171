// One server of the Bluesky network: `node server.js plc|pds '{...}'`. Plain JavaScript, because its packages and their
// types are installed only for `npm run real`. It ends with its parent, whose end closes the standard input.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';

const [kind, options] = [process.argv[2], JSON.parse(process.argv[3])];
process.stdin.resume().on('end', () => process.exit(0));

/** Makes an Express application listen on loopback, whatever port it asks for. */
function listenOnLoopback(app) {
  app.listen = () => createServer(app).listen(options.listenPort, '127.0.0.1');
}

/** A directory of DIDs in memory. */
async function startPlc() {
  const { Database, PlcServer } = createRequire(import.meta.url)('@did-plc/server');
  const plc = PlcServer.create({ db: Database.mock() });
  listenOnLoopback(plc.app);
  await plc.start();
}

/** An account's server. `port` is the port of its public URL, which may be that of a proxy. */
async function startPds({ port, didPlcUrl, folder, jwtSecret, hasRateLimits }) {
  const { PDS, envToCfg, envToSecrets } = await import('@atproto/pds');
  const environment = {
    port,
    devMode: true,
    hostname: 'localhost',
    serviceHandleDomains: ['.test'],
    inviteRequired: false,
    didPlcUrl,
    disableSsrfProtection: true,
    crawlers: [],
    dataDirectory: folder,
    blobstoreDiskLocation: `${folder}/blobs`,
    plcRotationKeyK256PrivateKeyHex: 'ab'.repeat(32),
    jwtSecret,
    rateLimitsEnabled: hasRateLimits,
    dpopSecret: 'cd'.repeat(32),
    adminPassword: 'admin',
  };
  const pds = await PDS.create(envToCfg(environment), envToSecrets(environment));
  listenOnLoopback(pds.app);
  await pds.start();
}

await (kind === 'plc' ? startPlc() : startPds(options));
console.log('ready');
