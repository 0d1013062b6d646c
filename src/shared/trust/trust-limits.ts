/** Those of what keeps a place one that can be trusted; apart from `limits.ts`, which every page loads. */
export const trustLimits = {
  reportWords: 1_000,
  /** What an operator says of an action, and what the person concerned says to it. */
  statementWords: 1_000,
  objectionWords: 2_000,
  ratingWords: 280,
  blocks: 1_000,
  /** Of a wallet's first hours here (`NEW_WALLET_HOURS`). Messages are counted by the hour, the others in all. */
  newWallet: { agents: 5, realms: 3, messages: 60, reports: 20, invitations: 10 },
  /** Of a realm, whose messages with one of them wait until its creator has looked at them. */
  heldWords: 100,
  heldWord: 60,
  /** Of a realm: people who are banned, and as many who are muted. */
  realmKeptOut: 1_000,
  heldMessagePage: 50,
  /** Published versions whose manifest is kept. */
  agentManifests: 100,
  /** How far up the line of copies is followed. */
  copiedFrom: 12,
} as const
