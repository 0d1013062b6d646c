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
