import { bodyErrors, json, type Operation, ownerErrors } from './operation.ts'

/** What an agent was, and copies of it. */
export const agentVersionsOperations: Operation[] = [
  {
    method: 'get',
    path: '/api/agents/{id}/versions',
    tag: 'agents',
    summary: "The kept versions of one's own agent, the present one included, newest first",
    signedIn: true,
    answers: { 200: json('The versions.', 'AgentVersions') },
    errors: ownerErrors,
  },
  {
    method: 'post',
    path: '/api/agents/{id}/versions/{number}/restore',
    tag: 'agents',
    summary: 'Make an agent what it was, as a new version of it',
    signedIn: true,
    body: { json: 'RestoreVersion' },
    answers: { 200: json('The agent.', 'Agent') },
    errors: [...bodyErrors, ...ownerErrors, 'conflict'],
  },
  {
    method: 'post',
    path: '/api/agents/{id}/duplicate',
    tag: 'agents',
    summary: "Make a draft of what one's own agent is, without its votes and its token",
    signedIn: true,
    body: { json: 'Duplicate' },
    answers: {
      201: json('The draft.', 'Agent'),
      200: json('The draft that an earlier try with the same id made.', 'Agent'),
    },
    errors: [...bodyErrors, ...ownerErrors, 'conflict', 'quota_reached'],
  },
]
