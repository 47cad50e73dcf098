import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StackDescriptor } from './stack-under-test';

/** A Brand whose agent is a web service. */
export interface WebhookBrand {
  readonly interfaceUrl: string;
  stop(): void;
}

/** Registers a Brand whose agent, served by this process, answers at once. Throws when the admin API refuses it. */
export async function openWebhookBrand({ admin }: StackDescriptor): Promise<WebhookBrand> {
  const reply = Buffer.from(JSON.stringify({ text: 'Your order is on its way.' }));
  const server = createServer((request, answer) => {
    request.resume().on('end', () => {
      answer
        .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': reply.length })
        .end(reply);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/turn`;
  const response = await fetch(`${admin.url}/api/v1/brands`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', agent: { kind: 'webhook', url } }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST /brands answered ${response.status}: ${text}`);
  const { interfaceUrl } = JSON.parse(text) as { interfaceUrl: string };
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { interfaceUrl, stop };
}
