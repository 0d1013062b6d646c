/** What people read of agents. Those in sections 2, 4 and 8 of the specification are its own words. */

// The matrix (section 2)
export const matrixTitle = 'Neural Entity Matrix'
export const orderAbout = {
  newest: 'Public agents, newest first. Open one, or talk with it right here.',
  rising: 'Public agents that people with wallets talk with most these days.',
  talked: 'Public agents that most people with wallets have talked with.',
} as const
export const agents = 'Agents'
export const loadingAgents = 'Loading agents'
export const noMatchAloud = 'No agents match.'
export const agentUnit = 'agent'
export const nothingDetected = 'No neural patterns detected'
export const clearFilter = 'Clear the filter'
export const matrixNotLoaded = 'The agents could not be loaded'
export const noAgentWithTag = (tag: string, alsoFiltered: boolean) =>
  `No public agent has the tag “${tag}”${alsoFiltered ? ' and matches the rest of your search' : ''}. Try another one.`
export const noAgentMatches =
  'No public agent has this in its name or description. Try a shorter search or another category.'
export const noPublicAgent = 'Nobody has made a public agent yet. Be the first.'
export const category = 'Category'
export const createAgent = 'Create an agent'
export const createAgentAbout = 'Give it a voice, a purpose and knowledge'
export const searchLabel = 'Search agents by name or description'
export const searchPlaceholder = 'Initialize search sequence...'
export const order = 'Order'
export const removeTag = (tag: string) => `Remove the tag ${tag}`
export const tags = 'Tags'

// The owner's agents (section 2)
export const talk = 'Talk'
export const talkWith = (name: string) => `with ${name}`
export const edit = 'Edit'
export const moreActions = (name: string) => `More actions for ${name}`
export const documents = 'Documents'
export const duplicate = 'Duplicate'
export const exportCard = 'Export as a card'
export const useElsewhere = 'Use it in other apps'
export const giveAway = 'Give it to another wallet'
export const deleteAgent = 'Delete'
export const justMade = 'Just initialized'
export const token = 'Token on pump.fun'

// An agent's dialog
export const agentLost = 'Neural link lost'
export const agentUnknown = 'Neural entity'
export const personality = 'Personality'
export const showMore = 'Show more'
export const showLess = 'Show less'
export const capabilities = 'Capabilities'
export const knowledgeDomains = 'Knowledge domains'
export const answersFromDocuments = (count: number) =>
  `It answers from ${count === 1 ? 'a document' : `${count} documents`} its maker gave it, and cites what it used.`
export const loading = 'Loading'
export const openChat = 'Open chat'
export const publish = 'Publish'
export const publishing = 'Publishing'
export const noSuchAgent =
  'There is no such agent. It may have been hidden or deleted, or the link is mistyped.'
export const tryAgain = 'Try again'
export const favourite = 'Favourite'
export const upvote = 'Upvote'

// The page that makes an agent, /create

export const createTitle = 'Neural Agent Synthesis Protocol'
export const createSubtitle = 'Describe an agent. It answers in the voice that you give it.'
export const createLocked = 'Connect a wallet to begin the synthesis'
export const createLockedWhy =
  'An agent belongs to the wallet that makes it. Connecting costs nothing and moves nothing.'
export const connectWallet = 'Connect wallet'
export const loadingForm = 'Loading the form'

export const createLabel = 'New agent'
export const capabilitiesFollow = 'They come with the category.'
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
export const creating = 'Initializing neural pattern...'
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
export const tryOutNotYet = 'Give it a name, and you can talk with it here while you describe it.'
export const tryOutSignInFirst = 'Sign in with your wallet, and it answers here while you describe it.'
export const tryOutSignIn = 'Sign in to try it out'
export const tryOutSoFar =
  'It answers from what the form says so far. Documents and a persona join in once it is made.'

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
