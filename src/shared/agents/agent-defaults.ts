// What every screen knows of agents before any schema is loaded: plain values, so that a first visit needs no validator for them.

export const categories = ['neural', 'security', 'quantum', 'synthetic'] as const
export type Category = (typeof categories)[number]

/** Section 2: the name a category carries on a chip, a card and in the form. */
export const categoryNames: Record<Category, string> = {
  neural: 'Neural Core',
  security: 'Security Matrix',
  quantum: 'Quantum Processing',
  synthetic: 'Synthetic Cognition',
}

/** Section 5: what an agent of the /create form can do follows from its category. */
export const categoryCapabilities: Record<Category, readonly string[]> = {
  neural: ['Neural Processing', 'Pattern Recognition', 'Cognitive Analysis'],
  security: ['Threat Detection', 'Encryption', 'Security Protocols'],
  quantum: ['Quantum Computing', 'Entanglement Analysis', 'Wave Function'],
  synthetic: ['Synthetic Intelligence', 'Neural Networks', 'Deep Learning'],
}

/** Section 5: what the /create form starts with. */
export const DEFAULT_KNOWLEDGE_DOMAINS = 'Neural Processing, Quantum Computing, Machine Learning'

/** Decision 12: shown where no image was given and where one fails to load; 300x300, shipped with the product. */
export const DEFAULT_IMAGE_URL = '/images/default.webp'

/** Section 5: who answers where no agent is loaded. */
export const DEFAULT_ENTITY = {
  name: 'Bionic',
  personality: 'You are a helpful AI assistant.',
  capabilities: ['General Assistance'],
  knowledgeDomains: ['General Knowledge'],
} as const
