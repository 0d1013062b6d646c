/** The turn broke off, had no text in time, was too long, or its starter had reached a rate limit. */
export const agentProblems = ['failed', 'silent', 'flooded', 'limited'] as const
export type AgentProblem = (typeof agentProblems)[number]
