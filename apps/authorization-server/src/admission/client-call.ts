import { type Form, type Holder, OAuthError, judgeClientId, readForm } from '@surety/device-grant';
import type { PaIdentity } from '@surety/identity';
import { LIMITS } from '@surety/kernel';
import { readBody } from '@surety/platform';
import type { FastifyRequest } from 'fastify';
import type { OpenDelegatingBrand } from '../brands/delegating-brands.service';
import { brandOf, identityOf } from './admission.pipeline';

/** A call of a personal agent whose form and client_id are good. */
export interface ClientCall {
  readonly brand: OpenDelegatingBrand;
  readonly identity: PaIdentity;
  /** Whose codes and tokens the caller may use (P15). */
  readonly caller: Holder;
  readonly form: Form;
  readonly requestId: string;
}

/**
 * The checks between the rate limit and the parameters (PACT wire 3): the form, then client_id. In: an admitted request. Throws
 * OAuthError: invalid_request, invalid_client.
 */
export async function readClientCall(request: FastifyRequest): Promise<ClientCall> {
  const brand = brandOf(request);
  const identity = identityOf(request);
  const form = await formOf(request);
  const named = judgeClientId(form, identity.personalAgent.issuer);
  if (!named.ok) throw named.error;
  const { personalAgent, sub } = identity;
  const caller = { brandId: brand.id, personalAgentId: personalAgent.id, sub };
  return { brand, identity, caller, form, requestId: request.id };
}

async function formOf({ raw, headers }: FastifyRequest): Promise<Form> {
  const body = await readBody(raw, LIMITS.formBytes);
  if (!body.ok) throw new OAuthError('invalid_request', `the body is ${body.error}`);
  const form = readForm({ contentType: headers['content-type'], body: body.value });
  if (!form.ok) throw new OAuthError('invalid_request', form.error);
  return form.value;
}
