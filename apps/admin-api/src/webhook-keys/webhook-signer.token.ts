/** Injection token of what signs requests to webhooks with the active key (PACT wire 5.3). */
export const WEBHOOK_SIGNER = Symbol('webhook signer');
