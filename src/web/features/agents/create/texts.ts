/** The page that makes an agent, /create (sections 2, 4, 5 and 9). */

export const personalityHint = "Start with 'You are...'"
export const createTitle = 'Neural Agent Synthesis Protocol'
export const createSubtitle = 'Describe your agent, and try it out as you go.'
export const createLocked = 'Connect a wallet to begin the synthesis'
export const createLockedWhy =
  'An agent belongs to the wallet that creates it. Connecting is free and moves no money.'
export const connectWallet = 'Connect wallet'
export const loadingForm = 'Loading the form'
export const createLabel = 'New agent'
export const voiceSection = 'Personality and instructions'
export const voiceMissing = 'Required: who it is and how it answers'
export const instructionsHint = 'How it should answer: its steps, its tone, and what it must never do.'
export const customInstructionsMissing = 'Custom instructions are required.'
export const knowledgeSection = 'Knowledge'
export const knowledgeMissing = 'Required: what it knows about'
export const modelSection = 'Model'
export const imageSection = 'Picture'
export const imageDefault = 'The default image'
export const imageHint =
  'Draw a portrait, choose a file of up to 5 MB, or enter an https address. Without one your agent gets the default image.'
export const documentsSection = 'Documents to answer from'
export const documentsSummary = (count: number) =>
  count === 0 ? 'None' : count === 1 ? 'One document' : `${count} documents`
export const personaSection = 'Persona and lorebook'
export const personaSummaries = {
  none: 'None',
  loading: 'Added',
  faulty: 'Added',
  ready: 'Added',
}
export const personaFaulty = 'The persona has an error.'
export const initializing = 'Initializing neural pattern...'
export const created = 'Neural pattern initialized successfully!'
export const createFailed = 'Neural pattern initialization failed. Please try again.'
export const createButtons = {
  idle: 'Initialize agent',
  failed: 'Initialize agent',
  declined: 'Initialize agent',
  sending: 'Initializing...',
  sent: 'Initialized',
}
export const tryOutLabel = 'Try out'
export const goToTryOut = 'Try it out'
export const namelessAgent = 'Your agent'
/** What a new agent is told of itself until its personality has been written. */
export const unwrittenPersonality = (name: string) => `You are ${name}.`
export const tryOutNotYet = 'Give your agent a name to talk with it here while you describe it.'
export const tryOutSignInFirst = 'Sign in with your wallet to talk with it here while you describe it.'
export const tryOutSignIn = 'Sign in to try it out'
export const tryOutSoFar =
  'It answers from what you have typed so far. Documents and a persona take effect once it is created.'
export const createCards = [
  {
    title: 'Identity',
    text: 'People see the name, image and description in the Neural Entity Matrix, where your agent is listed as soon as it is created.',
  },
  {
    title: 'Cognition',
    text: 'The personality, instructions, capabilities and knowledge domains shape every reply.',
  },
  {
    title: 'Ownership',
    text: 'It belongs to the wallet that signs. Only that wallet can edit, hide or delete it.',
  },
]
export const systemStatus = 'System status'
export const systemLoad = 'System Load'
/** Section 9: fixed figures. They are decoration and measure nothing (decision 25). */
export const loads = [
  { name: 'Neural', percent: 75 },
  { name: 'Memory', percent: 45 },
  { name: 'Quantum', percent: 90 },
]
export const processing = 'Processing'
export const processingFigure = '4 TPUs'
export const stability = 'Stability'
export const stabilityFigure = '99.9%'
