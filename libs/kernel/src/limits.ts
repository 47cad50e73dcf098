const KIB = 1024;

/** Every bound of the wire in one place (decision P27); sizes are bytes of UTF-8 unless the name says otherwise. */
export const LIMITS = {
  bodyBytes: 256 * KIB,
  textBytes: 64 * KIB,
  metadataBytes: 16 * KIB,
  tokenBytes: 8 * KIB,
  formBytes: 8 * KIB,
  jsonDepth: 64,
  messageIdBytes: 256,
  contextIdBytes: 256,
  taskIdBytes: 256,
  subBytes: KIB,
  issuerBytes: KIB,
  kidBytes: KIB,
  idempotencyKeyCharacters: 255,
  /** The server's header limit: a 20 kB token must meet our bare 401 and not Node's 431. */
  serverHeaderBytes: 64 * KIB,
  jwksBytes: 512 * KIB,
  jwksFetchMs: 5_000,
  keysWithoutKid: 8,
  rsaModulusBits: 2048,
  rsaModulusBitsMax: 8192,
  clockSkewSeconds: 30,
  paJwtLifetimeSeconds: 300,
  verifiedTokenSeconds: 30,
  historyTurns: 20,
  historyBytes: 64 * KIB,
  agentReplyBytes: 256 * KIB,
  webhookStepsPerRun: 8,
  /** The first delivery of a step and at most two more (PACT wire 5.2). */
  webhookAttempts: 3,
  webhookUrlBytes: 2 * KIB,
  webhookHeaders: 20,
  webhookHeaderNameCharacters: 100,
  webhookHeaderValueBytes: 4 * KIB,
  scriptRules: 100,
  scriptWordsPerList: 50,
  scriptWordBytes: 200,
  scriptExtractsPerRule: 10,
  scriptPatternCharacters: 100,
  /** Instructions of one compiled pattern, and of all distinct patterns of a script: what one message may cost. */
  scriptPatternInstructions: 256,
  scriptInstructions: 1024,
  /** Patterns look for their values in this much of the text. */
  scriptSearchedCharacters: 4096,
  scriptToolsPerRule: 8,
  toolNameCharacters: 64,
  toolDescriptionBytes: 500 * 4,
  toolSchemaBytes: 16 * KIB,
  /** Subschemas that one value may meet, references followed: what one validation may cost. */
  toolSchemaCost: 1_000,
  toolArgumentsBytes: 32 * KIB,
  toolTimeoutSeconds: 30,
  toolAnswerBytes: 256 * KIB,
  /** What an agent is shown of a tool's refusal. */
  toolRefusalBytes: 4 * KIB,
  toolCallsPerStep: 8,
  toolCallsPerMessage: 16,
  modelCallsPerRun: 8,
  modelInstructionsBytes: 8 * KIB,
  permissionReasonCharacters: 500,
  turnWaitSeconds: 30,
  /** What an agent has after its deadline to note what became of a call; well inside the margin of the lease. */
  agentStopMs: 1_000,
  idempotencyKeyHours: 24,
  /** What a lease grants beyond the agent's deadline (PACT wire §2). */
  leaseMarginSeconds: 5,
  /** What a personal agent's client takes from a Provider; a whole answer is a reply of the agent with its JSON escapes. */
  clientCardBytes: 256 * KIB,
  clientCardRedirects: 3,
  clientCardMs: 10_000,
  clientAnswerBytes: 2 * KIB * KIB,
  /** Longer than a turn that waits 30 s for its predecessor and then runs 30 s. */
  clientAttemptMs: 75_000,
  clientRememberedTokens: 1_000,
  adminAnswerBytes: 8 * KIB * KIB,
  adminRequestMs: 30_000,
  /** How long a device authorization waits for its User, and the rules of polling it (P17). */
  deviceCodeSeconds: 600,
  pollIntervalSeconds: 5,
  pollToleranceSeconds: 1,
  slowDownSeconds: 5,
  /** What is looked at of a user code that somebody typed; longer text is none. */
  typedUserCodeCharacters: 64,
  /** Wrong user codes: how many, within how many seconds (P17). */
  wrongCodesPerSource: 10,
  wrongCodesPerBrandUser: 5,
  wrongCodesSeconds: 600,
  wrongCodesPerBrand: 100,
  wrongCodesPerBrandSeconds: 60,
  /** A grant ends so long after the last consent (P29). */
  grantDays: 30,
  accessTokenSeconds: 3_600,
  /** A refresh token that comes again so soon is a lost answer, later it is theft (P18). */
  refreshRepeatSeconds: 10,
  scopeIdCharacters: 128,
  /** Claims of a Brand's login assertion (PACT wire 3). */
  brandUserBytes: 256,
  assertionJtiBytes: 256,
  profileTextBytes: 320,
  assertionAgeSeconds: 300,
  pageSessionSeconds: 600,
  liveSessionSeconds: 900,
  /** Per source. */
  connectedAgentStartsPerMinute: 10,
  receiptChecksPerMinute: 60,
  /** A receipt of 16 calls and 50 scopes with names of full length stays below. */
  receiptBytes: 32 * KIB,
} as const;
