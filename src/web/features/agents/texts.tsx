// The page that makes an agent, /create

export const createTitle = 'Neural Agent Synthesis Protocol'
export const createSubtitle = 'Describe an agent. It answers in the voice that you give it.'
export const createLocked = 'Connect a wallet to begin the synthesis'
export const createLockedWhy =
  'An agent belongs to the wallet that makes it. Connecting costs nothing and moves nothing.'
export const connectWallet = 'Connect wallet'
export const loadingForm = 'Loading the form'

export const createLabel = 'New agent'
export const createCapabilities = 'Capabilities'
export const sectionFaulty = 'Something in here needs another look'
export const voiceSection = 'Personality and instructions'
export const voiceMissing = 'Required: who it is and how it answers'
export const instructionsHint = 'How it should work and answer: its steps, its tone, what it never does.'
export const knowledgeSection = 'Knowledge'
export const knowledgeMissing = 'Required: what it knows about'
export const imageSection = 'Picture'
export const imageDrawn = 'A portrait is drawn once it has a category'
export const imageDefault = 'The default image'
export const imageHint =
  'A portrait is drawn for it. Draw another, choose a file of at most 5 MB or give an https address; removed, the default image is used.'
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
export const createSending = 'Initializing neural pattern...'
export const createSent = 'Neural pattern initialized successfully!'
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
export const tryOutNotYet = 'Give it a name, and you can talk with it here while you describe it.'
export const tryOutSignInFirst = 'Sign in with your wallet, and it answers here while you describe it.'
export const tryOutSignIn = 'Sign in to try it out'
export const tryOutSoFar =
  'It answers from what the form says so far. Documents and a persona join in once it is made.'

export const processors = '4 TPUs'

export const createCards = [
  {
    title: 'Identity',
    text: 'Name, image and description are what people see in the Neural Entity Matrix, where your agent is listed at once.',
  },
  {
    title: 'Cognition',
    text: 'Personality, instructions, capabilities and knowledge domains stand before every reply that it gives.',
  },
  {
    title: 'Ownership',
    text: 'It belongs to the wallet that signs. Only that wallet can edit, hide or delete it.',
  },
]
export const systemStatus = 'System status'
export const systemLoad = 'System Load'
export const processing = 'Processing'
export const stability = 'Stability'

// The fields of all forms of agents

export const fieldName = 'Name'
export const fieldHandle = 'Handle'
export const fieldHandleHint = (min: number, max: number) =>
  `Its unique name in other programs, such as night-owl: ${min} to ${max} lower-case letters, digits, - and _. Left empty: none, and somebody else can take it.`
export const fieldCategory = 'Category'
export const fieldDescription = 'Description'
export const fieldDescriptionHint = 'What people read on its card in the Matrix.'
export const fieldPersonality = 'Personality'
export const fieldPersonalityHint = "Start with 'You are...'"
export const fieldPersonalitySoFar = (name: string) => `You are ${name}.`
export const fieldInstructions = 'Custom instructions'
export const instructionsMissing = 'Custom instructions are required.'
export const fieldDomains = 'Knowledge domains'
export const fieldListHint = (most: number) => `Separated by commas, at most ${most}.`
export const fieldListFallback = (hint: string, fallback: string) => `${hint} Left empty: ${fallback}.`
export const fieldImage = 'Image'
export const fieldToken = 'Token'
export const fieldTokenHint = 'The mint address of its token on pump.fun, if it has one.'
export const personaFaulty = 'The persona has an error.'
export const declinedTitle = 'The wallet did not sign, so nothing was sent.'
export const declinedText =
  'Your signature proves that the agent is yours. It costs nothing. All that you typed is still here.'
export const portraitFailed = 'The portrait could not be drawn. Choose a file, or try again.'
export const portraitDraw = 'Draw a portrait'
export const portraitDrawAnother = 'Draw another'
export const portraitDrawing = 'Drawing'
export const portraitName = 'A drawn portrait'
