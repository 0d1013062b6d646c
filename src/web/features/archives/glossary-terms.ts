/** The ids of the glossary's categories (section 2). */
export const glossaryCategories = ['AI', 'ML', 'TECH'] as const

export type GlossaryCategory = (typeof glossaryCategories)[number]

export const glossaryCategoryNames: Readonly<Record<GlossaryCategory, string>> = {
  AI: 'Neural Architecture',
  ML: 'Machine Learning',
  TECH: 'Quantum Technology',
}

export interface GlossaryTerm {
  id: string
  term: string
  definition: string
  category: GlossaryCategory
  examples: readonly string[]
  /** The names of related terms; those in this glossary become links. */
  relatedTerms: readonly string[]
  link: string
}

export const glossaryTerms: readonly GlossaryTerm[] = [
  {
    id: 'neural-network',
    term: 'Neural Network',
    definition:
      'Layers of simple units, each of which weighs what it receives and passes a number on. What the network knows lies in the weights, and it gets them from examples instead of rules.',
    category: 'AI',
    examples: [
      'Reading a handwritten digit',
      'Telling a cat from a dog in a picture',
      'Turning speech into text',
    ],
    relatedTerms: ['Gradient Descent', 'Transformer', 'Perceptron'],
    link: 'https://en.wikipedia.org/wiki/Neural_network_(machine_learning)',
  },
  {
    id: 'transformer',
    term: 'Transformer',
    definition:
      'The architecture behind today’s language models. By attention, every token of a text weighs every token before it, all at the same time, to work out which one should come next.',
    category: 'AI',
    examples: [
      'The model that answers as an agent',
      'Translation between languages',
      'Completing a line of code',
    ],
    relatedTerms: ['Embedding', 'Neural Network', 'Attention'],
    link: 'https://en.wikipedia.org/wiki/Transformer_(deep_learning)',
  },
  {
    id: 'gradient-descent',
    term: 'Gradient Descent',
    definition:
      'How a model learns: measure the error, find the direction in which it falls most steeply, take a small step, repeat. Too long a step overshoots the valley, too short a one never arrives.',
    category: 'ML',
    examples: [
      'Fitting a line through points',
      'Training a network on millions of images',
      'Fine-tuning a language model',
    ],
    relatedTerms: ['Neural Network', 'Backpropagation', 'Learning Rate'],
    link: 'https://en.wikipedia.org/wiki/Gradient_descent',
  },
  {
    id: 'embedding',
    term: 'Embedding',
    definition:
      'A word, a sentence or a picture written as a list of numbers: a point in a space where things that mean alike lie close together. Distance becomes a measure of meaning.',
    category: 'ML',
    examples: [
      'Search that understands a paraphrase',
      'Recommending a similar song',
      'Finding duplicate bug reports',
    ],
    relatedTerms: ['Transformer', 'Cosine Similarity', 'Vector Search'],
    link: 'https://en.wikipedia.org/wiki/Embedding_(machine_learning)',
  },
  {
    id: 'qubit',
    term: 'Qubit',
    definition:
      'The quantum counterpart of a bit. Until it is measured it carries an amplitude for zero and one for one, and amplitudes can cancel or add up; measuring yields a plain bit.',
    category: 'TECH',
    examples: [
      'The spin of an electron',
      'The polarisation of a photon',
      'A superconducting circuit near absolute zero',
    ],
    relatedTerms: ['Quantum Entanglement', 'Superposition', 'Decoherence'],
    link: 'https://en.wikipedia.org/wiki/Qubit',
  },
  {
    id: 'quantum-entanglement',
    term: 'Quantum Entanglement',
    definition:
      'A bond between particles that only a joint description can capture: what is measured on one agrees with the other at any distance. It cannot send a message faster than light.',
    category: 'TECH',
    examples: ['A Bell pair of two photons', 'Quantum key distribution', 'Teleporting the state of a qubit'],
    relatedTerms: ['Qubit', 'Bell State', 'Quantum Teleportation'],
    link: 'https://en.wikipedia.org/wiki/Quantum_entanglement',
  },
]
