import { type Category, categories, categoryCapabilities } from '../../../shared/agents/agent-defaults.ts'
import type { Agent } from '../../../shared/agents/agents.ts'
import { neuralSamples } from './samples/neural.ts'
import { quantumSamples } from './samples/quantum.ts'
import type { SampleText } from './samples/sample-text.ts'
import { securitySamples } from './samples/security.ts'
import { syntheticSamples } from './samples/synthetic.ts'

/** Owns what ships with the product: 32 zero bytes in base58, an address that nobody can sign for. */
export const SYSTEM_ADDRESS = '11111111111111111111111111111111'

/** Everything of an agent but when it was made, which is when the empty database gets it, and what wallets did to it since. */
export type SampleAgent = Omit<
  Agent,
  'pictureUrl' | 'ownerName' | 'createdAt' | 'upvotes' | 'upvoted' | 'favourite' | 'version'
>

const texts: Record<Category, readonly SampleText[]> = {
  neural: neuralSamples,
  security: securitySamples,
  quantum: quantumSamples,
  synthetic: syntheticSamples,
}

function sampleAgent(category: Category, text: SampleText): SampleAgent {
  return {
    id: text.id,
    name: text.name,
    description: text.description,
    imageUrl: `/images/samples/${text.name.toLowerCase()}.webp`,
    personality: text.personality.join(' '),
    capabilities: [...categoryCapabilities[category], ...text.skills],
    knowledgeDomains: [...text.knowledgeDomains],
    owner: SYSTEM_ADDRESS,
    category,
    isPublic: true,
    visibilityEnabled: true,
    pumpToken: null,
  }
}

/**
 * The agents that an empty database gets, in the order in which the matrix shows them: the first is the newest.
 * Every row of four has one of each category.
 */
export const sampleAgents: readonly SampleAgent[] = [0, 1, 2].flatMap((row) =>
  categories.flatMap((category) =>
    texts[category].slice(row, row + 1).map((text) => sampleAgent(category, text)),
  ),
)
