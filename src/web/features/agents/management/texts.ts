/** The owner's agents, /management (sections 2, 4, 6 and 8), and the controls of one. */

export const done = 'Done'
export const publishNamed = (name: string) => `Publish ${name}`
export const moderated = {
  unlisted: 'Taken out of the lists. Its link still works.',
  down: 'Taken down. Only you can see it, and nobody can talk with it.',
}
export const modelGone = (model: string) => `${model} is not here any more. This place’s own model answers.`
export const managementTitle = 'Neural Asset Control Matrix'
export const managementAbout = 'Your agents. Choose who can reach them, and edit them.'
export const managementLocked = 'Connect wallet to access Neural Control Matrix'
export const managementSignIn = 'Sign in to see your agents'
export const settings = 'Settings'
export const launchAgent = 'Launch an agent'
export const loadingYourAgents = 'Loading your agents'
export const yourAgentCount = (count: number) => `${count} of your agents`
export const yourAgentsNotLoaded = 'Your agents could not be loaded'
export const noAgentsYet = 'No neural assets yet'
export const noAgentsYetAbout = 'Agents you create appear here, and you decide who can reach them.'
export const noMatch = 'No agent of yours matches'
export const noMatchAbout = 'Search for another part of its name or description.'
export const clearSearch = 'Clear the search'
export const justMade = 'Just initialized'
export const neuralLink = 'Neural Link'
export const active = 'Active'
export const dormant = 'Dormant'
export const hide = 'Hide'
export const hideNamed = (name: string) => `Hide ${name}`
export const show = 'Show'
export const showNamed = (name: string) => `Show ${name}`
export const patternHidden = 'Neural pattern hidden'
export const patternVisible = 'Neural pattern visible'
export const visibilityFailed = 'Failed to update neural pattern visibility.'
export const talk = 'Talk'
export const talkWith = (name: string) => `Talk with ${name}`
export const moreActions = (name: string) => `More actions for ${name}`
export const duplicate = 'Duplicate'
export const duplicated = (name: string) => `${name} is a draft of yours now.`
export const notDuplicated = (name: string, why: string) => `${name} could not be duplicated. ${why}`
export const signatureAndCopies = 'Signature and copies'
export const exportCard = 'Export as a card'
export const useElsewhere = 'Use it in other apps'
export const giveAway = 'Give it to another wallet'
export const deleteAgent = 'Delete'
export const deleting = 'Deleting'
export const deleteTitle = (name: string) => `Delete ${name}?`
export const deleteAbout =
  'It disappears from the Matrix and stops answering at once. You can undo this for ten seconds.'
export const keepAgent = 'Keep agent'
export const deleted = (name: string) => `${name} is deleted.`
export const restored = (name: string) => `${name} is back.`
export const notDeleted = 'The agent could not be deleted.'
export const notRestored = (name: string) => `${name} could not be brought back.`
export const giveTitle = (name: string) => `Give ${name} away?`
export const giveAbout =
  'It will belong to the other wallet, with its versions and analytics. Your conversations with it stay yours.'
export const offerAgent = 'Offer agent'
export const offered = (name: string) => `${name} was offered`
export const canAccept = (taker: string) => `${taker} can accept it`
export const offeredAbout =
  'The other wallet has ten minutes to accept it in its Settings. Until then it stays yours, and you can withdraw the offer in your settings.'
export const yourSettings = 'Your settings'

// The controls of one agent, in /control and in its chat
export const controlsOf = (name: string) => `Controls of ${name}`
export const controls = 'Controls'
export const agentGone = 'This agent no longer exists.'
