/**
 * What people read of agents in several parts of this folder; what one part alone says is in its own `texts.ts`. Texts of sections 2, 4, 5
 * and 8 of the specification are its own words.
 */

export const agents = 'Agents'
export const loading = 'Loading'
export const tryAgain = 'Try again'
export const matrixNotLoaded = 'The agents could not be loaded'
export const agentNotLoaded = 'The agent could not be loaded.'
export const noMatchAloud = 'No agents match.'
export const searchLabel = 'Search agents by name or description'
export const searchPlaceholder = 'Initialize search sequence...'
export const yourAgents = 'Your agents'

// What can be done with an agent
export const createAgent = 'Create an agent'
export const creatingDraft = 'Creating the draft'
export const edit = 'Edit'
export const editNamed = (name: string) => `Edit ${name}`
export const history = 'History'
export const publish = 'Publish'
export const order = 'Order'
export const favouriteNamed = (name: string) => `Favourite: ${name}`
export const favouriteNotChanged = (name: string, wasAdded: boolean, why: string) =>
  `${name} could not be ${wasAdded ? 'added to' : 'removed from'} your favourites. ${why}`
export const upvoteNotCounted = (why: string) => `Your upvote was not counted. ${why}`
export const looksLikeOther = (name: string, owner: string) =>
  `It looks like “${name}” by ${owner}. You can keep it: people see your address next to it.`
export const overwriteAndSave = 'Overwrite and save'
export const changedMeanwhile = 'It was changed in the meantime, perhaps in another tab.'

// What an agent consists of
export const draft = 'Draft'
export const versionNumber = (number: number) => `Version ${number}`
export const documents = 'Documents'
export const token = 'Token on pump.fun'
export const tokenOf = (label: string, name: string) =>
  `${label} of ${name} (opens another site in a new tab)`
export const descriptionHint = 'What people read on its card in the Matrix.'
export const toolsSection = 'What it can do'

// Its persona
export const persona = 'Persona'
export const loadingPersona = 'Loading the persona'
export const background = 'Background'
export const systemPrompt = 'System prompt'
export const exampleMessages = 'Example messages'
export const closingInstructions = 'Closing instructions'
export const nickname = 'Nickname'
export const greetings = 'Greetings'
export const lorebook = 'Lorebook'
