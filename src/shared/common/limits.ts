/**
 * The limits of the product, in one place. Forms show them and the server enforces them. Lengths count UTF-16 code
 * units, as an input's `maxlength` does.
 */
export const limits = {
  agentName: 80,
  agentDescription: 500,
  /** The personality as typed into a form. */
  personality: 8_000,
  customInstructions: 4_000,
  /** The longest result of `joinPersonality`; the limit of the stored field and of edits to it. */
  joinedPersonality: 12_200,
  /** One capability or one knowledge domain. */
  listItem: 60,
  listItems: 20,
  /** One text of a persona, and its greetings. */
  personaText: 65_536,
  personaGreetings: 50,
  loreEntries: 2_000,
  /** One key of an entry. */
  loreKey: 500,
  /** All of a persona, its lorebook or its card as JSON, in bytes. */
  cardJsonBytes: 5 * 1024 * 1024,
  cardBytes: 25 * 1024 * 1024,
  /** What identifies an agent in other programs, after the `@`. */
  handle: { min: 3, max: 32 },
  /** The current handle of an agent and its earlier ones, which lead on. */
  handlesOfAgent: 10,
  apiKeys: 20,
  apiKeyName: 60,
  imageUrl: 2_048,
  uploadBytes: 5 * 1024 * 1024,
  searchQuery: 200,
  chatMessage: 4_000,
  /** Earlier turns that a client may send; a reply has at most 1,000 tokens, so 20,000 characters is ample. */
  chatHistoryTurns: 200,
  chatHistoryTurn: 20_000,
  /** Characters of the model's reasoning in one reply; longer reasoning is cut and marked as cut. */
  replyReasoning: 65_536,
  /** Parts of one reply; reasoning beyond them is dropped, while the agent's text continues. */
  replyParts: 100,
  /**
   * Passages of an agent's documents that one reply can use, and their total characters; at most a third of the model's
   * window.
   */
  replySources: { passages: 40, characters: 32_000 },
  /**
   * Total characters of all parts that a page sends when it stores a conversation, newest first; older messages are
   * sent without reasoning and sources.
   */
  keptParts: 400_000,
  conversationTitle: 80,
  /** Messages of a conversation, branches included; nobody reads further, and starting a new conversation is easy. */
  conversationMessages: 5_000,
  /** Read-only copies of conversations that a wallet can share at the same time. */
  sharedCopies: 100,
  realmName: 80,
  realmDescription: 500,
  realmMessage: 2_000,
  /** Characters of an agent's message in a realm; a longer one is cut off and marked as flooded. */
  realmAnswer: 8_000,
  realmMessagePage: 50,
  /** Agents that can be in one realm at the same time. */
  realmAgents: 8,
  /**
   * The range for a creator's cap on consecutive turns of agents; with the default, two agents talk for a while and
   * then pause.
   */
  agentTurns: { min: 1, max: 30, usual: 6 },
  /** The range for a creator's cap on the words of agents an hour. */
  agentWords: { min: 100, max: 20_000, usual: 4_000 },
  /** The words given to one turn of an agent: with fewer left in the hour, the turn does not begin. */
  turnWords: { min: 50, max: 700 },
  /** The name that a person chooses and the text about themselves. */
  personName: { min: 3, max: 20 },
  personAbout: 160,
  /** Favourites of a wallet. */
  favourites: 100,
  /** Stored versions of an agent, the current version included. */
  agentVersions: 50,
  /** The topic of a brief, in the writer's own words. */
  socialTopic: 1_000,
  /** The pasted text of a page or a thread. */
  socialSource: 12_000,
  /** Drafts of one brief, which stream concurrently. */
  socialDrafts: 5,
  /** A stored draft: longer than any platform accepts, so that a draft that is too long can be shortened. */
  socialDraft: 10_000,
  /** Briefs that a wallet can store with their drafts. */
  socialBriefs: 500,
  swarmTask: 4_000,
  swarmSeats: { min: 2, max: 5 },
  /** Rounds of one phase; agents that answer in parallel need only one. */
  swarmRounds: { parallel: { min: 1, max: 1 }, debate: { min: 2, max: 4 }, relay: { min: 1, max: 3 } },
  /** The range for the cap on the words of one phase, its synthesis included. */
  swarmWords: { min: 300, max: 12_000, usual: 2_400 },
  /** Phases of a run: the first task and its follow-ups. */
  swarmPhases: 8,
  /** Concurrent runs of one wallet, or of one address without a wallet. */
  swarmRunning: 3,
  /** Runs that are kept for an hour for one address without a wallet; beyond it the oldest is removed. */
  unkeptRuns: 8,
  /** One document of an agent. The server can be configured to accept only smaller ones, never larger ones. */
  sourceBytes: 25 * 1024 * 1024,
  sourceName: 160,
  /** Files that a person can put into one conversation. */
  conversationFiles: 20,
  /** A picture in a conversation, before it is made smaller. */
  pictureBytes: 8 * 1024 * 1024,
  /** Characters of a passage: it ends with the last sentence that fits. */
  passage: { min: 800, max: 1_200 },
  /** Characters of what is shown of a document before a cited passage, and after it. */
  passageAround: 400,
  listPage: 24,
  listPageMax: 100,
} as const

/** Section 2: the maximum number of capabilities on an agent's card. */
export const CARD_CAPABILITIES = 3

/** Section 9: placeholders shown while the list loads. */
export const LOADING_SKELETONS = 6

/** Decision 11: how long a deletion can be undone, in milliseconds. */
export const UNDO_DELETE_MS = 10_000

/** How long a run that was started without a wallet is kept after its last question, in milliseconds. */
export const UNKEPT_RUN_MS = 60 * 60_000

/** The maximum size of the body of `POST /api/chat`, in bytes; more than any model's window could hold. */
export const CHAT_BODY_BYTES = 1024 * 1024

/** The maximum size of a question of another program, in bytes; pictures are in it. */
export const DOOR_BODY_BYTES = 12 * 1024 * 1024
