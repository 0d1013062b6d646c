/**
 * What went wrong with an agent's turn: it broke off, said nothing in time, said more than there is room for, or was not
 * asked because who started it had asked too often.
 */
export const agentTroubles = ['failed', 'silent', 'flooded', 'limited'] as const
export type AgentTrouble = (typeof agentTroubles)[number]
