// A new instance of a function: loads the bundle, runs the handler once, and reports what both used. Plain JavaScript,
// because loading TypeScript would load modules of Node.js that the function would otherwise load itself.
const { readFileSync, writeSync } = require('node:fs');

const [, , file, exportName, eventFile, startMs] = process.argv;
const event = JSON.parse(readFileSync(eventFile, 'utf8'));
const context = { awsRequestId: 'measured', functionName: 'measured', getRemainingTimeInMillis: () => 300_000 };

// The function reads the time of its recording: later, tokens have expired and other requests are due.
const SystemDate = Date;
const shiftMs = Number(startMs) - SystemDate.now();
globalThis.Date = class extends SystemDate {
  constructor(...given) {
    if (given.length > 0) super(...given);
    else super(SystemDate.now() + shiftMs);
  }

  static now() {
    return SystemDate.now() + shiftMs;
  }
};

const cpu = process.cpuUsage();
const startedMs = performance.now();
Promise.resolve()
  .then(() => require(file)[exportName](event, context))
  .then(
    (outcome) => ({ status: outcome?.statusCode ?? null, failures: outcome?.batchItemFailures?.length ?? 0 }),
    (error) => ({ error: String(error?.stack ?? error) }),
  )
  .then((result) => {
    const { user, system } = process.cpuUsage(cpu);
    const wallMs = performance.now() - startedMs;
    writeSync(3, JSON.stringify({ cpuMs: (user + system) / 1000, wallMs, ...result }));
    process.exit();
  });
