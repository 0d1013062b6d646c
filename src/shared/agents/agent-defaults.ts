// Plain values, so that a first visit does not load a validator.

export const categories = ['neural', 'security', 'quantum', 'synthetic'] as const
export type Category = (typeof categories)[number]

/** Section 2. */
export const categoryNames: Record<Category, string> = {
  neural: 'Neural Core',
  security: 'Security Matrix',
  quantum: 'Quantum Processing',
  synthetic: 'Synthetic Cognition',
}

/** Section 5: an agent made with the /create form has the capabilities of its category. */
export const categoryCapabilities: Record<Category, readonly string[]> = {
  neural: ['Neural Processing', 'Pattern Recognition', 'Cognitive Analysis'],
  security: ['Threat Detection', 'Encryption', 'Security Protocols'],
  quantum: ['Quantum Computing', 'Entanglement Analysis', 'Wave Function'],
  synthetic: ['Synthetic Intelligence', 'Neural Networks', 'Deep Learning'],
}

/** Section 5: initially in the /create form. */
export const DEFAULT_KNOWLEDGE_DOMAINS = 'Neural Processing, Quantum Computing, Machine Learning'

/** Decision 12: 300x300, also shown when an image fails to load. */
export const DEFAULT_IMAGE_URL = '/images/default.webp'

/** Section 5: the agent that answers when no agent is loaded. */
export const DEFAULT_ENTITY = {
  name: 'Bionic',
  personality: 'You are a helpful AI assistant.',
  capabilities: ['General Assistance'],
  knowledgeDomains: ['General Knowledge'],
} as const
