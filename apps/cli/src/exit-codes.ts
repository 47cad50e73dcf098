/** Exit codes of `surety`; scripts may rely on every one (docs/reference/cli.md). */
export const EXIT = {
  ok: 0,
  unexpected: 1,
  usage: 2,
  unauthenticated: 3,
  notFound: 4,
  refused: 5,
  rateLimited: 6,
  network: 7,
  protocol: 8,
  outcomeUnknown: 9,
  tokenFails: 10,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** One kind of failure: its exit code, and what a person can do about it. */
export interface FailureKind {
  readonly exit: ExitCode;
  readonly cause: string;
  readonly cure: string;
}

/** Every failure by the `code` that `--json` prints. */
export const FAILURES: Readonly<Record<string, FailureKind>> = {
  unexpected: {
    exit: EXIT.unexpected,
    cause: 'A fault of this program.',
    cure: 'Run again with SURETY_DEBUG=1 and report the stack that it prints.',
  },
  usage: {
    exit: EXIT.usage,
    cause: 'An argument, option, file or setting is missing or wrong.',
    cure: 'Read the message; `--help` of the command shows examples.',
  },
  invalid_input: {
    exit: EXIT.usage,
    cause: 'A value must not be sent: a bad key, or a sub that looks like personal data.',
    cure: 'Use an opaque id of the User as sub, and the key that `surety pa init` made.',
  },
  unauthenticated: {
    exit: EXIT.unauthenticated,
    cause: 'The Provider refused the token (401); it never says why.',
    cure: 'Run `surety jwt explain`: it signs a token with the same settings and says which rule it breaks.',
  },
  not_logged_in: {
    exit: EXIT.unauthenticated,
    cause: 'The User has approved nothing at this Brand, or not for this personal agent and `--sub`.',
    cure: 'Run `surety login`, and let the User sign in and approve.',
  },
  delegation_refused: {
    exit: EXIT.unauthenticated,
    cause: "The Provider refused the User's delegation token, and a fresh one too (401 invalid_token).",
    cure: 'Run `surety login` again.',
  },
  delegation_ended: {
    exit: EXIT.unauthenticated,
    cause: 'The delegation is over: revoked, run out after 30 days, or its refresh token was used elsewhere.',
    cure: 'Run `surety login` again.',
  },
  not_found: {
    exit: EXIT.notFound,
    cause: 'No such Brand, card or object; a closed Brand answers the same.',
    cure: 'Check the address, id or name with `surety brand list` or `surety pa list`.',
  },
  refused: {
    exit: EXIT.refused,
    cause: 'The service understood the request and said no; `reason` says which rule.',
    cure: 'See the table of reasons.',
  },
  forbidden: {
    exit: EXIT.refused,
    cause: 'The admin token lacks the role for this.',
    cure: 'Use the token of an owner or operator.',
  },
  invalid_request: {
    exit: EXIT.refused,
    cause: 'The admin API refused a field; `errors` names each.',
    cure: 'Correct the fields that are named.',
  },
  conflict: {
    exit: EXIT.refused,
    cause: 'Something with this issuer, domain or state is there already.',
    cure: 'List what is there, and change that instead.',
  },
  delegation_declined: {
    exit: EXIT.refused,
    cause: 'The User declined, or ticked nothing.',
    cure: 'Nothing to do, unless the User changes their mind.',
  },
  device_code_expired: {
    exit: EXIT.refused,
    cause: 'The User did not decide in time.',
    cure: 'Run the command again for a new link.',
  },
  oauth_refused: {
    exit: EXIT.refused,
    cause: 'The authorization server understood the request and said no; the message begins with its code.',
    cure: 'For invalid_scope, look at the card for what may be asked; else run `surety login` again.',
  },
  rate_limited: {
    exit: EXIT.rateLimited,
    cause: 'Too many requests of this personal agent or User (429).',
    cure: 'Wait as long as `retryAfterSeconds` says.',
  },
  network: {
    exit: EXIT.network,
    cause: 'No connection, or it broke.',
    cure: 'Check that the stack runs (`npm start`) and that the address is right.',
  },
  timeout: {
    exit: EXIT.network,
    cause: 'No whole answer in time.',
    cure: 'Send the same message again with the ids that the message names, or allow more with `--timeout`.',
  },
  unavailable: {
    exit: EXIT.network,
    cause: 'The service, or a proxy before it, is not available (5xx).',
    cure: 'Try again later.',
  },
  protocol_violation: {
    exit: EXIT.protocol,
    cause: 'The answer breaks the protocol; nothing of it was used.',
    cure: 'Tell the operator of the Provider, with the request id.',
  },
  card_refused: {
    exit: EXIT.protocol,
    cause: 'The Agent Card is not usable or not safe.',
    cure: 'Read the message; ask the Brand for its card address.',
  },
  permission_loop: {
    exit: EXIT.protocol,
    cause: 'The Brand goes on asking for permission that it has.',
    cure: 'Tell the Brand, with the request id.',
  },
  authorization_server_refused: {
    exit: EXIT.protocol,
    cause:
      'The Brand does not delegate, or card and metadata of its authorization server do not agree or are not safe.',
    cure: 'Read the message; `surety card` shows what the Brand offers.',
  },
  outcome_unknown: {
    exit: EXIT.outcomeUnknown,
    cause: 'The message may or may not have been processed, and no reply is stored for it.',
    cure: 'Ask once more, later, with the ids that the message names; never with new ones.',
  },
  token_fails: {
    exit: EXIT.tokenFails,
    cause: '`surety jwt explain` found a rule that the token breaks.',
    cure: 'The table names the rule and its clause.',
  },
  receipt_fails: {
    exit: EXIT.tokenFails,
    cause: '`surety receipt verify` found a rule that the receipt breaks.',
    cure: 'The message names the rule; a receipt that fails proves nothing.',
  },
  interrupted: { exit: EXIT.interrupted, cause: 'Ctrl-C.', cure: 'Nothing to do.' },
};

/** What each A2A reason means to the person who sent the request (PACT 6). */
export const REASONS: Readonly<Record<string, { readonly cause: string; readonly cure: string }>> = {
  INVALID_PARAMS: {
    cause:
      'The request is wrong, the context belongs to someone else or does not exist, or a repeated messageId has no stored reply.',
    cure: 'Leave `--context` out to start a new conversation; never use a messageId twice for different messages.',
  },
  CONTENT_TYPE_NOT_SUPPORTED: { cause: 'A part other than text was sent.', cure: 'Send text.' },
  UNSUPPORTED_OPERATION: {
    cause: 'The conversation is closed, or the Provider does not offer the operation.',
    cure: 'Leave `--context` out to start a new conversation.',
  },
  PUSH_NOTIFICATION_NOT_SUPPORTED: {
    cause: 'The Provider sends no push notifications.',
    cure: 'Poll instead.',
  },
  TASK_NOT_FOUND: { cause: 'No such task; ordinary turns create none.', cure: 'Check the task id.' },
  INTERNAL: {
    cause: 'The Provider or the Brand’s agent failed.',
    cure: 'Give the request id to the operator of the Provider; try again later.',
  },
};

const UNEXPECTED: FailureKind = { exit: EXIT.unexpected, cause: '', cure: '' };

/** The kind of a failure code; a code that nobody declared counts as unexpected. */
export function failureKind(code: string): FailureKind {
  return FAILURES[code] ?? FAILURES.unexpected ?? UNEXPECTED;
}
