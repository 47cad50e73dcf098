/** A signed receipt beside its claims, as it stands in the metadata of what it is for (PACT 5.6). */
export interface ShownReceipt {
  readonly jws: string;
  readonly claims: object;
}

/** What `message:send` answers for an ordinary turn, in wire order: `message` alone at the top, one text part (PACT 4, P7). */
export interface MessageReply {
  readonly message: {
    readonly messageId: string;
    readonly contextId: string;
    readonly role: 'ROLE_AGENT';
    readonly parts: readonly [{ readonly text: string }];
    /** Only of a delegated reply (PACT 5.6). */
    readonly metadata?: { readonly 'pact.receipt': ShownReceipt };
  };
}

/** The answer body of a stored reply (PACT 4.2, 5.6, P7). */
export const messageReply = (reply: {
  readonly messageId: string;
  readonly contextId: string;
  readonly text: string;
  readonly receipt?: ShownReceipt | undefined;
}): MessageReply => ({
  message: {
    messageId: reply.messageId,
    contextId: reply.contextId,
    role: 'ROLE_AGENT',
    parts: [{ text: reply.text }],
    ...(reply.receipt && { metadata: { 'pact.receipt': shown(reply.receipt) } }),
  },
});

/** What `message:send` answers for a turn that needs scopes which the User has not granted, in wire order (PACT 5.5, P28). */
export interface StepUpTask {
  readonly taskId: string;
  readonly contextId: string;
  /** Of the message in the task's status. */
  readonly messageId: string;
  readonly text: string;
  /** RFC 3339 UTC with milliseconds. */
  readonly timestamp: string;
  /** In card order. */
  readonly missingScopes: readonly string[];
  /** Where the User grants them. */
  readonly verificationUriComplete: string;
  /** Only when calls were sent under the token. */
  readonly receipt?: ShownReceipt | undefined;
}

/** The answer body of a step-up: `task` alone at the top. */
export const stepUpReply = ({ taskId, contextId, messageId, text, timestamp, ...needs }: StepUpTask) => ({
  task: {
    id: taskId,
    contextId,
    status: {
      state: 'TASK_STATE_AUTH_REQUIRED',
      message: { messageId, contextId, role: 'ROLE_AGENT', parts: [{ text }] },
      timestamp,
    },
    metadata: {
      'pact.missingScopes': needs.missingScopes,
      'pact.verificationUriComplete': needs.verificationUriComplete,
      ...(needs.receipt && { 'pact.receipt': shown(needs.receipt) }),
    },
  },
});

const shown = ({ jws, claims }: ShownReceipt): ShownReceipt => ({ jws, claims });
