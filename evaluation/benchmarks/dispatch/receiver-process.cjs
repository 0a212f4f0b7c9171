// A receiver of webhooks: accepts every POST, and responds to a GET with the number of those it has received.
const { createServer } = require('node:http');

let received = 0;
const server = createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
  if (request.method === 'GET') return response.end(String(received));
  request.resume();
  request.on('end', () => {
    received += 1;
    response.end('ok');
  });
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
