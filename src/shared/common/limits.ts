/** Forms show them and the server enforces them. Lengths are in characters as `lengthOf` counts them. */
export const limits = {
  agentName: 80,
  agentDescription: 500,
  personality: 8_000,
  customInstructions: 4_000,
  /** The longest result of `joinPersonality`; also for edits. */
  joinedPersonality: 12_200,
  listItem: 60,
  listItems: 20,
  personaText: 65_536,
  personaGreetings: 50,
  loreEntries: 2_000,
  loreKey: 500,
  /** Each of a persona with its lorebook and of a card. */
  cardJsonBytes: 5 * 1024 * 1024,
  cardBytes: 25 * 1024 * 1024,
  handle: { min: 3, max: 32 },
  /** The current handle and earlier ones, which lead on. */
  handlesOfAgent: 10,
  apiKeys: 20,
  apiKeyName: 60,
  imageUrl: 2_048,
  uploadBytes: 5 * 1024 * 1024,
  searchQuery: 200,
  chatMessage: 4_000,
  /** Of a client's own history. A reply has at most 1,000 tokens, so 20,000 characters are ample. */
  chatHistoryTurns: 200,
  chatHistoryTurn: 20_000,
  /** Longer reasoning is cut and marked as cut. */
  replyReasoning: 65_536,
  /** Reasoning in further parts is dropped; the agent's text continues. */
  replyParts: 100,
  /** For one reply, and at most a third of the model's window. */
  replySources: { passages: 40, characters: 32_000 },
  /** Characters of all parts that a page stores, newest first; older messages lose reasoning and sources. */
  keptParts: 400_000,
  conversationTitle: 80,
  /** Branches included. Pages get the newest of its path, and older ones as somebody reads on. */
  conversationMessages: 200_000,
  /** Messages of a path in one answer; a conversation of at most `conversationWhole` comes as a whole. */
  conversationPage: 100,
  conversationWhole: 400,
  /** Shared by one wallet at the same time. */
  sharedCopies: 100,
  /** The newest of a shared path; what is before them is not shared. */
  sharedMessages: 5_000,
  realmName: 80,
  realmDescription: 500,
  realmMessage: 2_000,
  /** A longer message is cut off and marked as flooded. */
  realmAnswer: 8_000,
  realmMessagePage: 50,
  realmAgents: 8,
  /** Everybody in a realm is sent all of them. Whoever speaks then becomes none. */
  realmParticipants: 1_000,
  /** Of each realm in a list. */
  listedParticipants: 8,
  /** Consecutive turns of agents: by default two agents talk for a while and then pause. */
  agentTurns: { min: 1, max: 30, usual: 6 },
  /** Words of agents within an hour. */
  agentWords: { min: 100, max: 20_000, usual: 4_000 },
  /** With fewer words left in the hour, a turn does not begin. */
  turnWords: { min: 50, max: 700 },
  personName: { min: 3, max: 20 },
  personAbout: 160,
  favourites: 100,
  agentVersions: 50,
  socialTopic: 1_000,
  socialSource: 12_000,
  /** The drafts of one brief stream concurrently. */
  socialDrafts: 5,
  /** Longer than any platform accepts, so that a draft that is too long can be shortened. */
  socialDraft: 10_000,
  socialBriefs: 500,
  swarmTask: 4_000,
  swarmSeats: { min: 2, max: 5 },
  /** Parallel agents need only one. */
  swarmRounds: { parallel: { min: 1, max: 1 }, debate: { min: 2, max: 4 }, relay: { min: 1, max: 3 } },
  /** Of one phase, its synthesis included. */
  swarmWords: { min: 300, max: 12_000, usual: 2_400 },
  swarmPhases: 8,
  /** Concurrent runs of one wallet, or of one address without a wallet. */
  swarmRunning: 3,
  /** Of one address without a wallet; beyond it the oldest is removed. */
  unkeptRuns: 8,
  /** Can be configured to be smaller, never larger. */
  sourceBytes: 25 * 1024 * 1024,
  sourceName: 160,
  conversationFiles: 20,
  /** Applies before a picture is made smaller. */
  pictureBytes: 8 * 1024 * 1024,
  /** A passage ends with the last sentence that fits. */
  passage: { min: 800, max: 1_200 },
  /** Characters that are shown before a cited passage, and after it. */
  passageAround: 400,
  listPage: 24,
  listPageMax: 100,
} as const

/** Section 2. */
export const CARD_CAPABILITIES = 3

/** Section 9. */
export const LOADING_SKELETONS = 6

/** Decision 11, in milliseconds. */
export const UNDO_DELETE_MS = 10_000

/** After the last question of a run without a wallet, in milliseconds. */
export const UNKEPT_RUN_MS = 60 * 60_000

/** More than any model's window could hold. */
export const CHAT_BODY_BYTES = 1024 * 1024

/** A question of another program, with its pictures. */
export const DOOR_BODY_BYTES = 12 * 1024 * 1024
