import { readFileSync } from 'node:fs';
import { BrandClient, Conversation, PersonalAgentSigner, RefusedError, fetchAgentCard } from '@surety/client';

async function main(cardUrl: string, sub: string, texts: readonly string[]): Promise<void> {
  const signer = new PersonalAgentSigner({
    privateJwk: JSON.parse(readFileSync(process.env.SURETY_PA_KEY ?? '', 'utf8')),
    issuer: process.env.SURETY_PA_ISSUER ?? '',
    audience: process.env.SURETY_PA_AUDIENCE ?? '',
  });
  const card = await fetchAgentCard(cardUrl);
  const brand = new BrandClient({ interfaceUrl: card.interfaceUrl, signer, sub });
  const conversation = new Conversation(brand);
  for (const text of texts) {
    const outcome = await conversation.send({ text });
    console.log(`${card.name}: ${outcome.text}`);
  }
}

const [cardUrl = '', sub = '', ...texts] = process.argv.slice(2);
main(cardUrl, sub, texts).catch((error: unknown) => {
  console.error(error instanceof RefusedError ? `${error.reason}: ${error.message}` : error);
  process.exitCode = 1;
});
