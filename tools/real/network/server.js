// A network of Bluesky: `node server.js '{...}'` with DB_POSTGRES_URL and REDIS_HOST. Plain JavaScript, because its
// packages are installed only for `npm run real -- network`. It ends with its parent, whose end closes the standard input.
import { Server } from 'node:net';

const { plcPort, pdsPort, appViewPort } = JSON.parse(process.argv[2]);
process.stdin.resume().on('end', () => process.exit(0));

// Its servers listen on all addresses of the machine.
const { listen } = Server.prototype;
Server.prototype.listen = function onLoopback(port, ...rest) {
  const address = Number.isInteger(Number(port)) ? [{ port: Number(port), host: '127.0.0.1' }] : [port];
  const ready = rest.find((each) => typeof each === 'function');
  return listen.call(this, ...address, ...(ready ? [ready] : []));
};

const { TestNetwork } = await import('@atproto/dev-env');
await TestNetwork.create({
  dbPostgresSchema: 'network',
  plc: { port: plcPort },
  pds: { port: pdsPort, hostname: 'localhost' },
  bsky: { port: appViewPort },
});
console.log('ready');
