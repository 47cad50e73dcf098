import { readFileSync } from 'node:fs';
import {
  BrandClient,
  DelegationClient,
  type DeviceFlow,
  PersonalAgentSigner,
  type SendOutcome,
  UserDelegation,
  discoverAuthorizationServer,
  fetchAgentCard,
  memoryDelegationStore,
  sendWithPermission,
} from '@surety/client';

/** Shows the link to the User. Never open it yourself. */
function show({ verificationUriComplete, userCode }: DeviceFlow): void {
  console.log(`open ${verificationUriComplete} and compare the code ${userCode}`);
}

function print(outcome: SendOutcome): void {
  console.log(outcome.text);
  if (outcome.kind !== 'reply' || outcome.receipt?.state !== 'verified') return;
  const { actions, scopesUsed } = outcome.receipt.claims;
  console.log(`called ${actions.map(({ tool }) => tool).join(', ')}; used ${scopesUsed.join(', ')}`);
}

async function main(cardUrl: string, sub: string): Promise<void> {
  const signer = new PersonalAgentSigner({
    privateJwk: JSON.parse(readFileSync(process.env.SURETY_PA_KEY ?? '', 'utf8')),
    issuer: process.env.SURETY_PA_ISSUER ?? '',
    audience: process.env.SURETY_PA_AUDIENCE ?? '',
  });

  const card = await fetchAgentCard(cardUrl);
  const server = await discoverAuthorizationServer(card);

  const client = new DelegationClient({ server, signer, sub });
  const flow = await client.start(['orders:read']);
  show(flow);

  const delegation = new UserDelegation(client, memoryDelegationStore()); // yours is a database
  await delegation.adopt(await client.waitForApproval(flow));

  const brand = new BrandClient({ interfaceUrl: card.interfaceUrl, signer, sub, delegation });
  print(await brand.send({ text: 'Where are my orders?' }));

  const cancel = { text: 'Cancel order A-88240' };
  const onPermission = ({ flow: next }: { flow: DeviceFlow }) => show(next);
  print(await sendWithPermission(brand, delegation, cancel, { onPermission }));

  await delegation.revoke();
}

const [cardUrl = '', sub = ''] = process.argv.slice(2);
main(cardUrl, sub).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
