/** A2A 1.0 objects as a personal agent reads them; members that A2A allows and PACT never needs are left out. */

/** Free members of a message, part or task; PACT's own are prefixed `pact.`. */
export type Metadata = Readonly<Record<string, unknown>>;

/** One content arm and what describes it (A2A 1.0 Part). */
export type Part = (
  { readonly text: string } | { readonly raw: string } | { readonly url: string } | { readonly data: unknown }
) & { readonly filename?: string; readonly mediaType?: string; readonly metadata?: Metadata };

/** The Brand's reply (PACT 4.2). */
export interface AgentMessage {
  readonly messageId: string;
  readonly contextId: string;
  readonly role: 'ROLE_AGENT';
  readonly parts: readonly Part[];
  readonly metadata?: Metadata;
}

export const TASK_STATES = [
  'TASK_STATE_SUBMITTED',
  'TASK_STATE_WORKING',
  'TASK_STATE_COMPLETED',
  'TASK_STATE_FAILED',
  'TASK_STATE_CANCELED',
  'TASK_STATE_INPUT_REQUIRED',
  'TASK_STATE_REJECTED',
  'TASK_STATE_AUTH_REQUIRED',
] as const;

export type TaskState = (typeof TASK_STATES)[number];

/** The answer of a turn that needs something first (PACT 5.5). */
export interface Task {
  readonly id: string;
  readonly contextId: string;
  readonly status: {
    readonly state: TaskState;
    /** PACT 5.5 shows it without a messageId, A2A with one. */
    readonly message?: { readonly messageId?: string; readonly parts: readonly Part[] };
    readonly timestamp?: string;
  };
  readonly metadata?: Metadata;
}

/** The answer of message:send: exactly one of the two (PACT 2.2). */
export type SendMessageResponse = { readonly message: AgentMessage } | { readonly task: Task };

/** What an A2A error body says; `reason` is `details[0].reason`, whatever the HTTP status (PACT 6). */
export interface ReceivedError {
  readonly code: number;
  readonly status: string;
  readonly message: string;
  readonly reason: string;
  /** From the ErrorInfo's metadata; only INTERNAL has it here (P6). */
  readonly requestId?: string;
}

/** One way to reach an agent (A2A 1.0 AgentInterface). */
export interface AgentInterface {
  readonly url: string;
  readonly protocolBinding: string;
  readonly protocolVersion: string;
}

/** A security scheme of a card; kinds that PACT has no use for have no member here. */
export interface SecurityScheme {
  readonly httpAuthSecurityScheme?: { readonly scheme: string; readonly bearerFormat?: string };
  readonly oauth2SecurityScheme?: OAuth2SecurityScheme;
}

/** OAuth 2.0 on a card (PACT 5.1); flows other than the device code have no member here. */
export interface OAuth2SecurityScheme {
  readonly deviceCode?: {
    readonly deviceAuthorizationUrl: string;
    readonly tokenUrl: string;
    /** In the order of the card. */
    readonly scopes: readonly CardScope[];
  };
  readonly oauth2MetadataUrl?: string;
}

/** A scope as the Brand words it (PACT 5.2). */
export interface CardScope {
  readonly id: string;
  readonly description: string;
}

/** A Brand's card; what PACT 2.1 calls informational may be missing. */
export interface AgentCard {
  readonly name: string;
  readonly description?: string;
  readonly version?: string;
  readonly supportedInterfaces: readonly AgentInterface[];
  readonly provider?: { readonly organization: string; readonly url: string };
  readonly capabilities: {
    readonly streaming: boolean;
    readonly pushNotifications: boolean;
    readonly extendedAgentCard: boolean;
  };
  readonly securitySchemes: ReadonlyMap<string, SecurityScheme>;
  /** Each entry: names of the schemes that must be used together. */
  readonly securityRequirements: readonly (readonly string[])[];
  readonly defaultInputModes: readonly string[];
  readonly defaultOutputModes: readonly string[];
  readonly skills: readonly {
    readonly id: string;
    readonly name: string;
    readonly description: string;
    readonly tags: readonly string[];
    readonly examples?: readonly string[];
  }[];
}
