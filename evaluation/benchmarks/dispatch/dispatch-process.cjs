// A warm instance of a function on a queue. Reads a list of messages per line, runs them in batches of ten as SQS
// delivers them, and reports the CPU time per message.
const { writeSync } = require('node:fs');
const { createInterface } = require('node:readline');

const BATCH = 10;
const [, , file, exportName] = process.argv;
const handler = require(file)[exportName];
const context = { awsRequestId: 'measured', functionName: 'measured', getRemainingTimeInMillis: () => 30_000 };

createInterface({ input: process.stdin }).on('line', async (line) => {
  const records = JSON.parse(line).map((body, index) => ({ messageId: String(index), body: JSON.stringify(body) }));
  const cpu = process.cpuUsage();
  const startedMs = performance.now();
  for (let index = 0; index < records.length; index += BATCH) {
    const result = await handler({ Records: records.slice(index, index + BATCH) }, context);
    if (result?.batchItemFailures?.length) throw new Error(`${file} failed: ${JSON.stringify(result)}`);
  }
  const { user, system } = process.cpuUsage(cpu);
  const per = {
    cpuMs: (user + system) / 1000 / records.length,
    wallMs: (performance.now() - startedMs) / records.length,
  };
  writeSync(3, `${JSON.stringify(per)}\n`);
});
