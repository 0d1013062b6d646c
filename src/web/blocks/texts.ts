export const tryAgain = 'Try again'
export const showAll = 'Show all'
export const showAllOf = (count: number) => `Show all ${count}`
export const saving = 'Saving'
export const cancel = 'Cancel'
export const moveUp = (name: string) => `Move ${name} up`
export const moveDown = (name: string) => `Move ${name} down`
export const waitingForWallet = 'Waiting for the wallet'

export const sourceAt = (number: number, place: string) => `Source ${number}: ${place}`
export const sources = 'Sources'
export const sourceGone = 'This document is no longer available.'
export const sourceGoneText =
  'It was removed, or you can no longer use its agent. This is the passage that the reply quoted.'
export const sourceChanged = 'The document has changed.'
export const sourceChangedText = 'The text at this place is not what the reply quoted. This is the quote.'
export const aroundNotLoaded = 'The text around this passage could not be loaded.'
export const downloadSource = 'Download the document'
export const sourceNumber = (number: number) => `Source ${number}`
export const placeOfPages = (place: string, pages: number) => `${place} of ${pages}`
export const passage = 'The passage in its document'

export const useElsewhere = (agent: string) => `Use ${agent} elsewhere`
export const useItElsewhere = 'Use it elsewhere'
export const elsewhereAbout =
  'Any program that works with OpenAI’s models, with MCP tools or with A2A agents can use this agent.'
export const elsewhereKey =
  'The program needs one of your API keys. A key is shown only once, right after you make it.'
export const makeKey = 'Make a key'
export const baseUrl = 'Base URL'
export const model = 'Model'
export const program = 'Program'
export const copyValue = (name: string) => `Copy the ${name.toLowerCase()}`
export const otherAgents = 'Other agents (A2A)'
export const curlStep = 'Run this in a terminal. The reply appears word by word.'
export const typescriptStep = 'Uses OpenAI’s client: npm install openai.'
export const pythonStep = 'Uses OpenAI’s client: pip install openai.'
export const sillyTavernStep =
  'Under API Connections choose Chat Completion, then the source Custom (OpenAI-compatible).'
export const sillyTavernConnect = 'Enter these values, then connect.'
export const customEndpoint = (address: string) => `Custom endpoint: ${address}`
export const apiKeyIs = (key: string) => `API key: ${key}`
export const modelIs = (model: string) => `Model: ${model}`
export const claudeCodeStep =
  'Run this once. Claude Code then has every agent that the key can use as a tool.'
export const cursorStep =
  'In Settings, under Models, add a model with this name and turn on “Override OpenAI Base URL”.'
export const cursorReach =
  'Cursor sends its requests from its own servers, so this place must be reachable from the internet.'
export const openAiBaseUrl = (address: string) => `OpenAI base URL: ${address}`
export const openAiKey = (key: string) => `OpenAI API key: ${key}`
export const a2aStep = 'A2A agents find this one by its card, and send the key with every question.'
export const agentCard = (address: string) => `Agent card: ${address}`
export const authorization = (key: string) => `Authorization: Bearer ${key}`

export const emptyFile = 'This file is empty.'
export const fileTooLarge = (size: string, most: string) =>
  `This file has ${size}. A document can have at most ${most}.`

export const notSaved = 'Your changes are not saved.'
export const keepEditing = 'Keep editing'
export const discard = 'Discard changes'
export const saveChanges = 'Save changes'
export const save = 'Save'
export const restored = 'What you had typed is back.'
export const chooseAgain = (file: string) => ` Please choose the file “${file}” again.`
export const startOver = 'Start over'

export const offerNotSigned =
  'You did not sign, so nothing was offered. The address is still here: you can try again.'
export const otherWallet = 'Address of the other wallet'
export const otherWalletHint =
  'After you sign, the other wallet has ten minutes to accept: connect it on any device, and open Settings.'
export const notOffered = 'Nothing was offered'
export const openOffers = 'Open offers'
export const everything = 'everything'
export const agentNamed = (name: string) => `the agent “${name}”`
/** Stands before and after the address of the other wallet. */
export const youOffer = (what: string) => `You offer ${what} to`
export const offersYou = (what: string) => `offers ${what} to you`
export const howToTake =
  'Connect that wallet, here or on another device, open Settings, and accept the offer there. '
export const takesEverything =
  'This wallet gets all agents, conversations, realms, runs, drafts, analytics and the profile. The other wallet is signed out. '
export const takesAgent = 'This wallet gets the agent, with its versions and analytics. '
export const notTaken = 'The offer was not accepted'
export const sign = 'Sign and accept'
export const withdraw = 'Withdraw offer'
export const decline = 'Decline'
export const offerOver = 'The offer has ended.'
export const offerOpen = (seconds: number) => {
  if (seconds > 60) return `The offer ends in ${Math.ceil(seconds / 60)} minutes.`
  return seconds === 1 ? 'The offer ends in 1 second.' : `The offer ends in ${seconds} seconds.`
}
export const notSigned = 'You did not sign. You can try again.'
export const allYours = 'Everything is yours now'
export const agentYours = (name: string) => `${name} is yours now`
export const notWithdrawn = (problem: string) => `The offer is still open. ${problem}`

export const signIn = 'Sign in'
export const connectWallet = 'Connect wallet'
export const signHint =
  'Your wallet is connected. Sign once to prove that it is yours. It is free and moves nothing.'
export const connect = 'Connect'
export const loadingOf = (what: string) => `Loading ${what}`
export const notLoaded = (what: string) => `The ${what} could not be loaded`

export const loreTooSlow =
  'Searching the lorebook took too long, so nothing of it was used. A key with nested repetitions can cause this.'
export const noLore = 'Nothing was added: none of its keys was found.'
export const loreTokens = (tokens: number, budget: number) =>
  `About ${tokens.toLocaleString('en-US')} of ${budget.toLocaleString('en-US')} tokens used.`
export const slowKey = (key: string) => `The key ${key} took too long to search for and was skipped.`
/** An entry always is considered, or its key occurred so many messages ago; `null` is another entry. */
export function loreReason(key: string | null, message: number | null): string {
  if (key === null) return 'Always added.'
  if (message === null) return `“${key}” is in another entry.`
  if (message === 0) return `“${key}” is in the question.`
  if (message === 1) return `“${key}” is in the message before it.`
  return `“${key}” is ${message} messages before it.`
}
export const entryTokens = (tokens: number) => `About ${tokens.toLocaleString('en-US')} tokens.`
export const overBudget = 'Not added: the token budget was used up.'
export const notRolled = 'Not added this time, because of its probability.'

export const newest = 'Newest'
export const stop = 'Stop'
export const send = 'Send'
export const offline = 'You are offline. Try again once you are connected.'
export const unreachable = 'The server could not be reached.'
export const tryNow = 'You can try again now.'
export const aMessage = 'A message'

export const cameWithBionic = 'Came with Bionic'
export const makerLeft = 'Its maker has left'
export const madeBy = 'Made by'

export const shareOf = (name: string) => `Share ${name}`
export const share = 'Share'
export const linkOf = (name: string) => `The link of ${name}`
export const linkCopied = 'Link copied'
export const linkNotCopied = (link: string) => `This browser did not allow copying. The link is ${link}`
export const notShared = 'Your device could not share the link. You can copy it instead.'
export const linkTo = (name: string) => `Link to ${name}`
export const copyLink = 'Copy link'
export const qrCode = 'QR code'
export const qrCodeOf = (name: string) => `QR code of the link to ${name}`
export const scan = 'Scan it with another device'
export const dormantReach =
  'This agent is dormant. Only you can open the link until you show the agent again.'
export const draftReach = 'This agent is a draft and in no list. Anyone with the link can talk to it.'
export const publicReach = 'Anyone with the link can talk to this agent, with or without a wallet.'

export const notDeleted = 'Nothing was deleted.'

export const wordsLeftOut = '(unchanged words are left out)'
// A name that is taken for another
export const notTheSameAs = 'Not the same as'
export const looksLike = {
  agent: 'Its name or handle looks like',
  person: 'Your name looks like',
}
export const addressIsShown = 'You can keep it. People see your address next to it, so nobody mixes you up.'

// Days of messages
export const today = 'Today'
export const yesterday = 'Yesterday'
