import Fastify from 'fastify';
import type { AddressInfo } from 'node:net';

// The limit of a public read: the same framework answering the same bytes from memory.
process.once('message', (answer: { path: string; body: string }) => {
  const app = Fastify();
  app.get(answer.path, (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(answer.body),
  );
  void app.listen({ port: 0, host: '127.0.0.1' }).then(() => {
    process.send!({ port: (app.server.address() as AddressInfo).port });
  });
});
process.once('SIGTERM', () => process.exit(0));
