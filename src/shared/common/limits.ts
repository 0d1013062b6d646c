/**
 * The product's limits, once. Forms show them and the server enforces them.
 * Lengths count UTF-16 code units, as an input's `maxlength` does.
 */
export const limits = {
  agentName: 80,
  agentDescription: 500,
  /** The personality as it is typed into a form. */
  personality: 8_000,
  customInstructions: 4_000,
  /** What `joinPersonality` can make of the longest parts; the stored field and an edit of it. */
  joinedPersonality: 12_200,
  /** One capability or one knowledge domain. */
  listItem: 60,
  listItems: 20,
  imageUrl: 2_048,
  uploadBytes: 5 * 1024 * 1024,
  searchQuery: 200,
  chatMessage: 4_000,
  /** Earlier turns a client may send along; a reply is at most 1,000 tokens, so 20,000 characters is ample. */
  chatHistoryTurns: 200,
  chatHistoryTurn: 20_000,
  /** Of what a model thinks about one reply; what is beyond it is cut, with a mark in its place. */
  replyReasoning: 65_536,
  /** Parts of one reply; thoughts beyond them are left out, while the words go on. */
  replyParts: 100,
  /** Of all parts that a page sends with a conversation to be kept, newest first; older ones go without their thoughts. */
  keptParts: 400_000,
  conversationTitle: 80,
  /** Branches included; nobody reads further, and a new conversation is one key away. */
  conversationMessages: 5_000,
  realmName: 80,
  realmDescription: 500,
  realmMessage: 2_000,
  /** Characters of an agent's message in a realm; whoever says more floods it and is cut off. */
  realmAnswer: 8_000,
  realmMessagePage: 50,
  /** Agents that can be in one realm at the same time. */
  realmAgents: 8,
  /** What a creator may choose as the cap on agents' turns in a row; at the default two agents talk for a while and rest. */
  agentTurns: { min: 1, max: 30, usual: 6 },
  /** What a creator may choose as the cap on agents' words an hour. */
  agentWords: { min: 100, max: 20_000, usual: 4_000 },
  /** Words that one turn of an agent gets: with fewer left in the hour it does not begin. */
  turnWords: { min: 50, max: 700 },
  /** What a person calls themselves, and says about themselves. */
  personName: { min: 3, max: 20 },
  personAbout: 160,
  /** Agents that a wallet can keep at hand. */
  favourites: 100,
  /** Versions of an agent that are kept, the present one included. */
  agentVersions: 50,
  /** What posts are to be about, in the writer's own words. */
  socialTopic: 1_000,
  /** The text of a page or a thread that was pasted in. */
  socialSource: 12_000,
  /** Drafts of one brief, which stream side by side. */
  socialDrafts: 5,
  /** A draft as it is kept: longer than any platform takes, so that what is too long can be shortened. */
  socialDraft: 10_000,
  /** Briefs that a wallet keeps with their drafts. */
  socialBriefs: 500,
  swarmTask: 4_000,
  swarmSeats: { min: 2, max: 5 },
  /** Rounds of one phase; agents that answer side by side need no second one. */
  swarmRounds: { parallel: { min: 1, max: 1 }, debate: { min: 2, max: 4 }, relay: { min: 1, max: 3 } },
  /** What may be chosen as the cap on the words of one phase, its synthesis included. */
  swarmWords: { min: 300, max: 12_000, usual: 2_400 },
  /** The first task and what it is gone on with. */
  swarmPhases: 8,
  /** Runs of one wallet at the same time. */
  swarmRunning: 3,
  listPage: 24,
  listPageMax: 100,
} as const

/** Section 2: an agent's card shows this many capabilities at most. */
export const CARD_CAPABILITIES = 3

/** Section 9: placeholders shown while the list loads. */
export const LOADING_SKELETONS = 6

/** Decision 11: how long a deletion can be undone, in milliseconds. */
export const UNDO_DELETE_MS = 10_000

/** The most that the body of `POST /api/chat` may have; more than any model's window could take in. */
export const CHAT_BODY_BYTES = 1024 * 1024
