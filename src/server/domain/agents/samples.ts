import { type Category, categories, categoryCapabilities } from '../../../shared/agents/agent-defaults.ts'
import { fallbacks } from '../../../shared/agents/agent-fields.ts'
import type { SampleAgent } from '../../db/seed-if-empty.ts'
import { neuralSamples } from './samples/neural.ts'
import { quantumSamples } from './samples/quantum.ts'
import type { SampleText } from './samples/sample-text.ts'
import { securitySamples } from './samples/security.ts'
import { syntheticSamples } from './samples/synthetic.ts'

/** The owner of everything that ships: 32 zero bytes in base58, an address that nobody can sign for. */
export const SYSTEM_ADDRESS = '11111111111111111111111111111111'

const texts: Record<Category, readonly SampleText[]> = {
  neural: neuralSamples,
  security: securitySamples,
  quantum: quantumSamples,
  synthetic: syntheticSamples,
}

function sampleAgent(category: Category, text: SampleText): SampleAgent {
  return {
    ...fallbacks,
    id: text.id,
    handle: text.name.toLowerCase(),
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
  }
}

/** What an empty database starts with, the first as the newest: every row of four in the matrix has each category once. */
export const sampleAgents: readonly SampleAgent[] = [0, 1, 2].flatMap((row) =>
  categories.flatMap((category) =>
    texts[category].slice(row, row + 1).map((text) => sampleAgent(category, text)),
  ),
)
