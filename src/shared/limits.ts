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
  conversationTitle: 80,
  /** Branches included; nobody reads further, and a new conversation is one key away. */
  conversationMessages: 5_000,
  realmName: 80,
  realmDescription: 500,
  realmMessage: 2_000,
  realmMessagePage: 50,
  listPage: 24,
  listPageMax: 100,
} as const

/** Section 2: an agent's card shows this many capabilities at most. */
export const CARD_CAPABILITIES = 3

/** Section 9: placeholders shown while the list loads. */
export const LOADING_SKELETONS = 6

/** Decision 11: how long a deletion can be undone, in milliseconds. */
export const UNDO_DELETE_MS = 10_000
