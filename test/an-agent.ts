import { withFallbacks } from '../src/shared/agents/agent-fields.ts'
import type { Agent } from '../src/shared/agents/agents.ts'
import type { AnsweringAgent } from '../src/shared/chat/chat.ts'

/** The fields of an agent that a test says nothing of. A new field needs a value here only if it has no fallback. */
const content = withFallbacks({
  name: 'Ada',
  category: 'neural',
  description: 'Explains things with patience.',
  personality: 'You are Ada.',
  capabilities: ['Explaining'],
  knowledgeDomains: ['Mathematics'],
})

/** An agent as the API answers it. */
export const anAgent = (given: Partial<Agent> = {}): Agent => ({
  ...content,
  id: '6f1c5e0a-9a3b-4c55-8c62-0a4c43a4a111',
  handle: null,
  pictureUrl: content.imageUrl,
  owner: '11111111111111111111111111111111',
  ownerName: null,
  isPublic: true,
  visibilityEnabled: true,
  allowsCopies: false,
  upvotes: 0,
  upvoted: false,
  favourite: false,
  version: 1,
  documents: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...given,
})

/** What replies of an agent are made from, with what else a test gives it. */
export function anAnsweringAgent<Given extends Partial<AnsweringAgent>>(
  given: Given,
): AnsweringAgent & Omit<Given, keyof AnsweringAgent> {
  const { category: _, imageUrl: __, pumpToken: ___, ...prompted } = content
  return { ...prompted, ...given }
}

/** A row of the table, public and shown, of an owner who may not be anybody. */
export const anAgentRow = (given: Partial<typeof content> & { id: string; owner?: string }) => ({
  ...content,
  owner: '11111111111111111111111111111111',
  isPublic: true,
  visibilityEnabled: true,
  createdAt: new Date('2026-01-01T00:00:00.000Z'),
  ...given,
})
