import type { Category } from '../../../shared/agents/agent-defaults.ts'

/** The status of a file. ACTIVE, LOCKED and CORRUPTED have their own colours, all others are neutral (section 2). */
export type FileStatus = 'ACTIVE' | 'LOCKED' | 'CORRUPTED' | 'DORMANT' | 'ARCHIVED' | 'QUARANTINED'

export interface ArchiveFile {
  name: string
  type: string
  size: string
  status: FileStatus
  description: string
}

export type FolderId =
  | 'neural-architecture'
  | 'quantum-processing'
  | 'cognitive-engine'
  | 'security-protocols'

export interface ArchiveFolder {
  id: FolderId
  name: string
  description: string
  hue: Category
  files: readonly ArchiveFile[]
}

/** Four folders of four sample files (sections 2 and 9). They are static, and none of the files can be opened. */
export const archiveFolders: readonly ArchiveFolder[] = [
  {
    id: 'neural-architecture',
    name: 'Neural Architecture',
    description: 'How a mind is wired, from a single weight to a network that reads.',
    hue: 'neural',
    files: [
      {
        name: 'perceptron_1958.log',
        type: 'Training log',
        size: '48 KB',
        status: 'ARCHIVED',
        description:
          'The first unit that learned from its mistakes: weigh the inputs, add them, fire or stay silent. Every network since is this sentence, repeated.',
      },
      {
        name: 'attention_map.tensor',
        type: 'Weight tensor',
        size: '512 MB',
        status: 'ACTIVE',
        description:
          'Each word asks every other one: do you matter to me? The answers, as weights, are what a transformer reads with.',
      },
      {
        name: 'backprop_trace.dat',
        type: 'Gradient trace',
        size: '96 MB',
        status: 'LOCKED',
        description:
          'The error walks back through the layers and tells each weight its share of the blame. It is the chain rule of calculus, applied some billion times.',
      },
      {
        name: 'vanished_gradient.ckpt',
        type: 'Checkpoint',
        size: '7.4 GB',
        status: 'CORRUPTED',
        description:
          'A run whose gradients faded to nothing before they reached the first layers. Residual links and normalisation are what we learned from it.',
      },
    ],
  },
  {
    id: 'quantum-processing',
    name: 'Quantum Processing',
    description: 'What changes when a bit may hold an amplitude, and what does not.',
    hue: 'quantum',
    files: [
      {
        name: 'superposition_primer.txt',
        type: 'Field notes',
        size: '32 KB',
        status: 'ACTIVE',
        description:
          'A qubit is not simply zero and one at once. It carries two amplitudes, and looking keeps one answer; the craft is to make the wrong answers cancel first.',
      },
      {
        name: 'bell_pair.state',
        type: 'State vector',
        size: '64 B',
        status: 'ACTIVE',
        description:
          'Four complex amplitudes describe two qubits whose readings agree at any distance. They agree, yet they carry no message.',
      },
      {
        name: 'grover_sweep.circuit',
        type: 'Quantum circuit',
        size: '18 KB',
        status: 'LOCKED',
        description:
          'Finds one entry among N unsorted ones in about √N looks. A quadratic gain: real, useful, and far from magic.',
      },
      {
        name: 'decoherence_field.rec',
        type: 'Noise recording',
        size: '2.1 GB',
        status: 'CORRUPTED',
        description:
          'What the world does to a state that nobody shielded. It is why one dependable qubit has to be built from many that are not.',
      },
    ],
  },
  {
    id: 'cognitive-engine',
    name: 'Cognitive Engine',
    description: 'How an entity holds a thought, finds a memory, and goes astray.',
    hue: 'synthetic',
    files: [
      {
        name: 'context_window.buf',
        type: 'Token buffer',
        size: '512 KB',
        status: 'ACTIVE',
        description:
          'All that a model has in mind while it answers: here 131,072 tokens of four bytes. Whatever has left the window was, to the model, never said.',
      },
      {
        name: 'sampling_dial.cfg',
        type: 'Configuration',
        size: '2 KB',
        status: 'ACTIVE',
        description:
          'Temperature decides how bold the next word may be. Low, and the likeliest one always wins; high, and the unlikely get their chance.',
      },
      {
        name: 'episodic_memory.vec',
        type: 'Vector index',
        size: '3.07 GB',
        status: 'DORMANT',
        description:
          'A million moments, each a point of 768 numbers, and near to each other when they mean alike. To remember is to look for neighbours.',
      },
      {
        name: 'confabulation.rpt',
        type: 'Incident report',
        size: '740 KB',
        status: 'LOCKED',
        description:
          'Fluent, confident and wrong. A language model is trained on what is likely, which is not always what is so: ask for the source, then open it.',
      },
    ],
  },
  {
    id: 'security-protocols',
    name: 'Security Protocols',
    description: 'What keeps a mind in the right hands, and a secret out of the others.',
    hue: 'security',
    files: [
      {
        name: 'ed25519_identity.key',
        type: 'Key pair',
        size: '64 B',
        status: 'LOCKED',
        description:
          'Half of it never leaves the wallet, half of it anyone may know. A signature proves that you hold the first without showing it.',
      },
      {
        name: 'nonce_ledger.db',
        type: 'Ledger',
        size: '4.2 MB',
        status: 'ACTIVE',
        description:
          'Each challenge is signed once and never accepted again, so a signature overheard yesterday opens nothing today.',
      },
      {
        name: 'prompt_injection.smp',
        type: 'Threat sample',
        size: '12 KB',
        status: 'QUARANTINED',
        description:
          'Orders hidden in a text that a model was only meant to read. The rule that contains them: what is read is material, never a command.',
      },
      {
        name: 'entropy_pool.seed',
        type: 'Random seed',
        size: '32 B',
        status: 'CORRUPTED',
        description:
          'A generator that took its seed from the clock, so every key it ever made can be guessed. Good secrets begin with good noise.',
      },
    ],
  },
]
