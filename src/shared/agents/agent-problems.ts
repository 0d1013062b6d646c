/**
 * Why an agent's turn failed: it broke off, produced no text in time, exceeded the maximum length, or was not requested
 * because the person who started it had reached a rate limit.
 */
export const agentProblems = ['failed', 'silent', 'flooded', 'limited'] as const
export type AgentProblem = (typeof agentProblems)[number]
