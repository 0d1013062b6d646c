import type { ReactNode } from 'react'
import type { Effort } from '../../../shared/models/model-ref.ts'

/** What people read of agents. Texts of sections 2, 4, 5 and 8 of the specification are its own words. */

export const agents = 'Agents'
export const agentCount = (count: number) => (count === 1 ? '1 agent' : `${count} agents`)
export const loading = 'Loading'
export const loadingAgents = 'Loading agents'
export const tryAgain = 'Try again'
export const cancel = 'Cancel'
export const close = 'Close'
export const done = 'Done'
export const undo = 'Undo'
export const draft = 'Draft'
export const documents = 'Documents'
export const publish = 'Publish'
export const publishNamed = (name: string) => `Publish ${name}`
export const publishing = 'Publishing'
export const published = (name: string) => `${name} is public now.`
export const notPublished = (why: string) => `The agent could not be published. ${why}`
export const token = 'Token on pump.fun'
export const tokenShort = 'Token'
export const tokenOf = (label: string, name: string) =>
  `${label} of ${name} (opens another site in a new tab)`

// The matrix, /vacant (section 2)
export const matrixTitle = 'Neural Entity Matrix'
export const orderAbout = {
  newest: 'Public agents, newest first. Open one, or talk with it right here.',
  rising: 'Public agents that people with wallets talk with most these days.',
  talked: 'Public agents that most people with wallets have talked with.',
} as const
export const noMatchAloud = 'No agents match.'
export const nothingDetected = 'No neural patterns detected'
export const clearFilter = 'Clear the filter'
export const matrixNotLoaded = 'The agents could not be loaded'
export const noAgentWithTag = (tag: string, alsoFiltered: boolean) =>
  `No public agent has the tag “${tag}”${alsoFiltered ? ' and matches the rest of your search' : ''}. Try another one.`
export const noAgentMatches =
  'No public agent has this in its name or description. Try a shorter search or another category.'
export const noPublicAgent = 'Nobody has made a public agent yet. Be the first.'
export const createAgent = 'Create an agent'
export const createAgentAbout = 'Give it a voice, a purpose and knowledge'
export const searchLabel = 'Search agents by name or description'
export const searchPlaceholder = 'Initialize search sequence...'
export const order = 'Order'
export const removeTag = (tag: string) => `Remove the tag ${tag}`
export const tags = 'Tags'

// An agent's card
export const madeBy = (maker: ReactNode) => <>by {maker}</>
export const upvotes = 'upvotes'
export const quickChat = 'Quick chat'
export const quickChatWith = (name: string) => `Quick chat with ${name}`

// The public agents of a maker
export const noAgentsAloud = 'No agents.'
export const noPublicAgentsYet = 'No public agents yet.'

// An agent's dialog (section 2)
export const agentLost = 'Neural link lost'
export const agentUnknown = 'Neural entity'
export const showMore = 'Show more'
export const showLess = 'Show less'
export const answersFromDocuments = (count: number) =>
  `It answers from ${count === 1 ? 'a document' : `${count} documents`} its maker gave it, and cites what it used.`
export const openChat = 'Open chat'
export const noSuchAgent =
  'There is no such agent. It may have been hidden or deleted, or the link is mistyped.'
export const favourite = 'Favourite'
export const favouriteNamed = (name: string) => `Favourite: ${name}`
export const favouriteNotChanged = (name: string, wasAdded: boolean, why: string) =>
  `${name} could not be ${wasAdded ? 'added to' : 'removed from'} your favourites. ${why}`
export const upvote = 'Upvote'
export const upvoteNotCounted = (why: string) => `Your upvote was not counted. ${why}`
export const similarAgents = 'Similar agents'

// The fields of all forms of agents (section 5)
export const descriptionHint = 'What people read on its card in the Matrix.'
export const handleField = 'Handle'
export const handleHint = (least: number, most: number) =>
  `Its unique name in other apps, such as night-owl: ${least} to ${most} lowercase letters, digits, - and _. Leave it empty to get one from its name. Earlier handles keep working.`
export const personalityHint = "Start with 'You are...'"
export const instructionsField = 'Custom instructions'
export const listHint = (most: number) => `Separate them with commas. Up to ${most}.`
export const listHintWithDefault = (most: number, fallback: string) =>
  `Separate them with commas. Up to ${most}. If empty: ${fallback}.`
export const tokenHint = 'The mint address of its token on pump.fun, if it has one.'
export const drawPortrait = 'Draw a portrait'
export const drawAnother = 'Draw another'
export const drawing = 'Drawing'
export const portraitNotDrawn = 'The portrait could not be drawn. Choose a file, or try again.'
export const drawnPortrait = 'A drawn portrait'
export const declined = 'The wallet did not sign, so nothing was sent.'
export const declinedAbout =
  'Your signature proves that the agent is yours, and it costs nothing. Everything you typed is still here.'

// The page that makes an agent, /create (sections 2, 4, 5 and 9)
export const createTitle = 'Neural Agent Synthesis Protocol'
export const createSubtitle = 'Describe your agent, and try it out as you go.'
export const createLocked = 'Connect a wallet to begin the synthesis'
export const createLockedWhy =
  'An agent belongs to the wallet that creates it. Connecting is free and moves no money.'
export const connectWallet = 'Connect wallet'
export const loadingForm = 'Loading the form'
export const createLabel = 'New agent'
export const sectionFaulty = 'Something in here needs to be corrected'
export const voiceSection = 'Personality and instructions'
export const voiceMissing = 'Required: who it is and how it answers'
export const instructionsHint = 'How it should answer: its steps, its tone, and what it must never do.'
export const customInstructionsMissing = 'Custom instructions are required.'
export const knowledgeSection = 'Knowledge'
export const knowledgeMissing = 'Required: what it knows about'
export const toolsSection = 'What it can do'
export const toolsSummary = (own: number, servers: number) =>
  own + servers === 0
    ? 'Only answer'
    : [own > 0 && counted(own, 'tool'), servers > 0 && `the tools of ${counted(servers, 'server')}`]
        .filter(Boolean)
        .join(' and ')
export const modelSection = 'Model'
export const modelOfPlace = 'As this place has it'
export const whichModel = 'Which model answers'
export const modelHint = 'What writes the replies. This place pays for its own models.'
export const ownKeyHint = 'You pay for what people ask it, within the caps of your key.'
export const modelGoneHint =
  'This model is not here any more. Until you choose another one, this place’s own answers.'
export const moderated = {
  unlisted: 'Taken out of the lists. Its link still works.',
  down: 'Taken down. Only you can see it, and nobody can talk with it.',
}
export const modelGone = (model: string) => `${model} is not here any more. This place’s own model answers.`
export const modelSettings = 'Temperature, length and effort'
export const asUsual = 'As usual'
export const temperature = 'Temperature'
export const temperatureHint = '0 to 2. Higher is more surprising.'
export const temperatureIs = (value: number) => `temperature ${value}`
export const replyLength = 'Longest reply'
export const replyLengthHint = 'In tokens, 64 to 8,000. A word is about one and a half.'
export const lengthIs = (tokens: string) => `up to ${tokens} tokens`
export const effort = 'How hard it thinks'
export const effortNames: Record<Effort, string> = {
  none: 'Not at all',
  low: 'A little',
  medium: 'Some',
  high: 'Hard',
}
export const effortIs = (effort: string) => `thinks ${effort}`
export const imageSection = 'Picture'
export const imageDrawn = 'A portrait is drawn once you choose a category'
export const imageDefault = 'The default image'
export const imageHint =
  'A portrait is drawn for your agent. Draw another, choose a file of up to 5 MB, or enter an https address. If you remove it, your agent gets the default image.'
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
export const looksLikeOther = (name: string, owner: string) =>
  `It looks like “${name}” by ${owner}. You can keep it: people see your address next to it.`
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

// The older create dialog (sections 2, 4 and 5)
export const olderCreateAbout =
  'It starts as a draft that can only be opened by its link. Publish it when it is ready.'
export const wantPublic = 'Want it public right away?'
export const useFullPage = 'Use the full page'
export const newDraft = 'New draft'
export const capabilityCatalogue = 'Capability catalogue'
export const picked = (count: number) => `${count} picked`
export const pickedAloud = (count: number, all: number) => `${count} of ${all} picked`
export const tone = 'Tone'
export const olderInstructionsHint = 'How it should work and answer, step by step, and what it must never do.'
export const ownWords = 'Your own words'
export const personalityPreset = 'Personality preset'
export const basePersonality = 'Base personality'
export const basePersonalityHint =
  'Edit it as you like. The tone and the custom instructions are added to it.'
export const basePersonalityPlaceholder = 'You are...'
export const descriptionMissing = 'Please provide a description for your agent'
export const instructionsMissing = 'Please provide custom instructions for your agent'
export const imageMissing = 'Please provide an image for your agent'
export const personalityMissing = 'Choose a preset, or describe who it is in your own words.'
export const createDraftAgent = 'Create agent'
export const creating = 'Creating...'
export const creatingDraft = 'Creating the draft'
export const startsAsDraft = 'It starts as your draft.'
export const walletSignsFirst = 'Your wallet signs first, so that the draft is yours.'
export const draftNotSaved = 'The draft was not saved.'
export const draftNotSavedAbout = 'Everything you typed is still here.'
export const draftFailed = 'Error creating agent'
export const draftFailedAbout = 'The draft was not saved. Everything you typed is still in the dialog.'
export const openDialog = 'Open'

// The owner's agents, /management (sections 2, 4, 6 and 8)
export const managementTitle = 'Neural Asset Control Matrix'
export const managementAbout = 'Your agents. Choose who can reach them, and edit them.'
export const managementLocked = 'Connect wallet to access Neural Control Matrix'
export const managementSignIn = 'Sign in to see your agents'
export const settings = 'Settings'
export const launchAgent = 'Launch an agent'
export const yourAgents = 'Your agents'
export const loadingYourAgents = 'Loading your agents'
export const yourAgentCount = (count: number) => `${count} of your agents`
export const yourAgentsNotLoaded = 'Your agents could not be loaded'
export const noAgentsYet = 'No neural assets yet'
export const noAgentsYetAbout = 'Agents you create appear here, and you decide who can reach them.'
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
export const edit = 'Edit'
export const moreActions = (name: string) => `More actions for ${name}`
export const history = 'History'
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
export const agentNotLoaded = 'The agent could not be loaded.'

// Editing an agent
export const editNamed = (name: string) => `Edit ${name}`
export const personaOf = (name: string) => `Persona of ${name}`
export const documentsOf = (name: string) => `Documents of ${name}`
export const historyOf = (name: string) => `History of ${name}`
export const savedPersonalityHint = 'Includes the custom instructions.'
export const changesNotSaved = 'The changes could not be saved.'
export const saved = (name: string) => `${name} is saved.`
export const overwriteAndSave = 'Overwrite and save'
export const backToEditing = 'Back to editing'
export const tryOut = 'Try out'
export const changedMeanwhile = 'It was changed in the meantime, perhaps in another tab.'
export const changedMeanwhileAbout = (now: number, before: number) =>
  `It is now version ${now}; you started from version ${before}. What you typed is still here but not saved.`
export const savingOverwrites = (fields: string) => `Saving overwrites these changes: ${fields}.`
export const savingOverwritesNothing = 'Saving does not affect the other changes.'
export const hideChanges = 'Hide changes'
export const showChanges = 'Show changes'

// Versions
export const versionNumber = (number: number) => `Version ${number}`
export const currentVersion = ', now'
export const changedFields = (fields: string) => `Changed: ${fields}`
export const asCreated = 'As created'
export const oldestSavedVersion = 'The oldest saved version'
export const compareWith = 'Compare with'
export const changesInVersion = 'Changes in this version'
export const changesSince = 'Changes since'
export const fromVersion = (older: number, newer: number, isNow: boolean) =>
  `From version ${older} to version ${newer}${isNow ? ', the current one' : ''}:`
export const noEarlierVersion = 'There is no earlier version to compare it with.'
export const before = 'Before'
export const after = 'After'
export const personaSettingsDiffer = 'Settings of the lorebook are different, or nothing that can be read.'
export const onlySpacesDiffer = 'Only spaces or line breaks are different.'
export const restoreVersion = 'Restore this version'
export const restoring = 'Restoring'
export const sameAsNow = 'The agent is the same as this version now.'
export const versionRestored = (restored: number, now: number) =>
  `Version ${restored} was restored as version ${now}.`
export const versionNotRestored = 'This version could not be restored.'
export const versionsNewestFirst = 'Versions, newest first'
export const noVersionsYet =
  'There are no changes yet. Every change you save is listed here, and you can restore any version.'
export const versionsNotLoaded = 'The versions could not be loaded.'

// The persona
export const persona = 'Persona'
export const macros =
  'In all of these texts, {{char}} stands for the agent and {{user}} for the person it talks with.'
export const background = 'Background'
export const backgroundHint = 'More about the character and the scene. Added after the personality.'
export const systemPrompt = 'System prompt'
export const systemPromptHint =
  'Comes before the personality and replaces capabilities and domains. Write {{original}} to include them.'
export const exampleMessages = 'Example messages'
export const exampleMessagesHint = 'Dialogue that shows how it speaks. Start each example with <START>.'
export const closingInstructions = 'Closing instructions'
export const closingInstructionsHint = 'Added after the latest message of every request.'
export const nickname = 'Nickname'
export const nicknameHint = 'What {{char}} stands for, if not the agent’s name.'
export const greetings = 'Greetings'
export const greetingsAbout =
  'Conversations open with the first one. People can switch to the others before they write.'
export const firstGreeting = 'First greeting'
export const alternativeGreeting = (number: number) => `Alternative ${number}`
export const removeFirstGreeting = 'Remove the first greeting'
export const removeAlternative = (number: number) => `Remove alternative ${number}`
export const addGreeting = 'Add a greeting'
export const loadingPersona = 'Loading the persona'
export const personaNotLoaded = 'The persona could not be loaded.'
export const savePersona = 'Save persona'
export const saving = 'Saving'
export const personaSaved = 'The persona is saved. New replies use it.'
export const personaChangedMeanwhile = (version: number) =>
  `It is version ${version} now, with another persona than the one you began with. Saving overwrites it; you find it again in the history.`
export const takeSavedPersona = 'Discard mine'
export const personaNotSaved = 'The persona could not be saved.'

// The lorebook
export const lorebook = 'Lorebook'
export const lorebookAbout =
  'An entry is added to the prompt when one of its keys appears in the latest messages, in upper or lower case and also inside a word.'
export const messagesSearched = 'Messages searched'
export const messagesSearchedHint = 'If empty: the latest 2.'
export const tokenBudget = 'Token budget'
export const tokenBudgetHint = 'If empty: a quarter of the model’s context window.'
export const recursive = 'Search added entries too'
export const recursiveHint = 'One entry can then bring in another.'
export const entries = 'Entries'
export const addEntry = 'Add an entry'
export const showMoreEntries = (more: number, all: number) => `Show ${more} more of ${all}`
export const entryNumber = (number: number) => `Entry ${number}`
export const moveUp = (title: string) => `Move ${title} up`
export const moveDown = (title: string) => `Move ${title} down`
export const removeEntry = (title: string) => `Remove ${title}`
export const keys = 'Keys'
export const keysHint = 'One per line. Put a regular expression between slashes, such as /drag(on|oon)/i.'
export const entryText = 'Text'
export const secondaryKeys = 'Secondary keys'
export const secondaryKeysHint = 'One per line. They are only checked after one of the keys is found.'
export const keyLogic = 'Include the entry if the text has'
export const anyKey = 'Any of them'
export const allKeys = 'All of them'
export const notAllKeys = 'Not all of them'
export const noKey = 'None of them'
export const position = 'Position'
export const beforeCharacter = 'Before the character'
export const afterCharacter = 'After the character'
export const entryOrderHint =
  'Lower numbers come first in the prompt. Higher numbers are kept when space runs out.'
export const entryMessages = 'Messages'
export const entryMessagesHint = 'If empty: as set for the whole book.'
export const probability = 'Probability'
export const probabilityHint = 'In percent. If empty: always.'
export const always = 'Always'
export const alwaysInclude = 'Always include'
export const alwaysIncludeHint = 'Whatever is said, as long as there is room.'
export const caseSensitive = 'Match upper and lower case'
export const caseSensitiveHint = 'For plain keys. Regular expressions set it themselves.'
export const enabled = 'Enabled'
export const enabledHint = 'A disabled entry stays here but is never used.'
export const numberUpTo1000 = 'Enter a number from 0 to 1,000.'
export const numberUpToMillion = 'Enter a number from 0 to 1,000,000.'
export const percentFault = 'Enter a number from 0 to 100.'
export const numberFault = 'Enter a number.'
export const tryLorebook = 'Try the lorebook'
export const tryLorebookAbout = 'See which entries a message would add.'
export const tryLorebookText = 'Try a text'
export const tryLorebookAction = 'Test'
export const searching = 'Searching'
export const lorebookFaulty = 'The lorebook has an error above.'
export const lorebookNotSearched = 'The lorebook could not be searched.'
export const lorebookChangedSince = 'The form has changed since then.'

// Documents

// Character cards
export const importCard = 'Import a card'
export const dropCard = 'Drop a character card to preview it'
export const cardFile = 'Card to import'
export const characterCardV1 = 'Character Card V1'
export const characterCardV2 = 'Character Card V2'
export const characterCardV3 = 'Character Card V3'
export const agentSkill = 'Agent skill'
export const notACard = (file: string) => `${file} can’t be imported`
export const cardFormats =
  'A card can be a PNG or APNG with a character in it, a JSON file, a CHARX, an ElizaOS character or a SKILL.md.'
export const reading = 'Reading'
export const creatorNotes = 'Notes from its creator'
export const firstMessage = 'First message'
export const importThisCard = 'Import this card'
export const cardNameNotUsable = 'The card’s name can’t be used here. Choose another.'
export const cardNameHint = 'From the card.'
export const cardUsed = 'Used'
export const cardUsedAbout = 'The agent is made from this.'
export const cardKept = 'Kept'
export const cardKeptAbout = 'Not used here, but included again when you export it.'
export const cardRefused = 'Left out'
export const cardRefusedAbout = 'This can’t be imported.'
export const cardWarnings = 'Before you import'
export const createDraft = 'Create the draft'
export const connectAndCreateDraft = 'Connect a wallet and create the draft'
export const draftAbout = 'Drafts don’t appear in any list. You can edit it before you publish it.'
export const cardNotImported = 'The card was not imported.'
export const cardDeclined = 'No draft was created'
export const cardDeclinedAbout =
  'The card is still here. Sign in with your wallet to make it a draft of yours.'
export const exportShort = 'Export'
export const exportNamed = (name: string) => `Export ${name}`
export const exportAll = 'Export all'
export const exportAllAgents = 'Export all agents'
export const exportYourAgents = 'Export your agents'
export const exportAbout = 'As a character card that other apps can import.'
export const exportAllAbout = 'All of them as character cards that other apps can import, in one zip file.'
export const pngAbout = 'The portrait with the card inside. Works in nearly every character app.'
export const jsonAbout = 'Character Card V3 as plain text.'
export const charxAbout = 'The card, its portrait and its other files in one package.'
export const elizaAbout = 'A character file for ElizaOS, without a portrait.'
export const download = 'Download'
export const downloadAs = (format: string) => `Download as ${format}`

// Choosing an agent
export const pickerSearchLabel = 'Search agents, or paste an agent’s link'
export const pickerSearchPlaceholder = 'Search, or paste a link'
export const pickerNothing = 'No agent you can see matches this name, description or link.'
export const pickerNoAgents = 'There are no public agents yet.'
export const alreadyHere = 'Already here'
export const startWith = 'Start with'
export const chooserNothing = 'No agent you can see has this in its name or description.'
export const seeAllInMatrix = 'See all in the Matrix'
export const allFavourites = (count: number) => `All ${count} favourites`
export const favourites = 'Favourites'
export const publicAgents = 'Public agents'
export const recentlyUsed = 'Recently used'
export const clearSearch = 'Clear the search'

// The documents of an agent, and what was read of them
export const documentsHeading = 'Documents'
export const intro =
  'The agent answers from these documents and cites the exact passages. It finds passages by their words, not by their meaning, so a question works best in the words of the document.'
export const notLoaded = 'The documents could not be loaded.'
export const documentsTryAgain = 'Try again'
export const documentsLoading = 'Loading the documents'
export const documentsNone = 'No documents yet. Without them, the agent answers from what its model knows.'
export const visitorsSee = 'Visitors who open a citation see'
export const onlyPassage = 'Only the cited passage'
export const wholeDocument = 'The whole document'
export const kinds = (most: string) => `PDF, DOCX, EPUB, HTML, Markdown, text or CSV, up to ${most} each.`
export const room = (used: { files: number; filesMost: number; size: string; sizeMost: string }) =>
  `${used.files} of ${used.filesMost} documents, ${used.size} of ${used.sizeMost} used.`

// Adding documents
export const documentsChooseFiles = 'Choose files'
export const documentsOrDrop = 'or drop them here'
export const documentsUploading = 'Uploading'
export const documentsWaitingToUpload = 'Waiting to upload'
export const documentsUploadAgain = (name: string) => `Upload ${name} again`
export const documentsLeaveOut = (name: string) => `Leave ${name} out`
export const notAdded = (name: string, why: string) => `“${name}” was not added. ${why}`
export const documentsUploadedLater = 'Will be uploaded when the agent is created'
export const chosenHint = (most: string) =>
  `What the agent answers from and cites: PDF, DOCX, EPUB, HTML, Markdown, text or CSV, up to ${most} each. It finds passages by their words, not by their meaning.`
export const createdWithoutAll = (name: string, why: string) =>
  `The agent was created, but not all of its documents were uploaded. “${name}”: ${why}`

// One document
export const documentsMoveUp = (name: string) => `Move ${name} up`
export const documentsMoveDown = (name: string) => `Move ${name} down`
export const rename = (name: string) => `Rename ${name}`
export const replace = (name: string) => `Replace ${name} with another file`
export const remove = (name: string) => `Remove ${name}`
export const nameLabel = 'Name'
export const problems = (count: number) =>
  count === 1 ? '1 problem while reading' : `${count} problems while reading`
export const removed = (name: string) => `${name} is removed.`
export const documentsRestored = (name: string) => `${name} is back.`
export const notRemoved = (name: string) => `${name} could not be removed.`
export const documentsNotRestored = (name: string) => `${name} could not be restored.`
export const notMoved = (name: string) => `${name} was not moved.`
export const notReplaced = (name: string) => `${name} was not replaced.`
export const visitorsUnchanged = 'What visitors see was not changed.'

// How far a document is read
export const waitingToRead = 'Waiting to be read'
export const documentsReading = 'Reading'
export const readingPart = (done: number, of: number) => `Reading: ${done} of ${of}`
export const readyCount = (count: number) => `${counted(count, 'document')} ready`
export const readingCount = (count: number) => `${count} being read`
export const failedCount = (count: number) => `${count} could not be read`
export const pages = (count: number) => counted(count, 'page')
export const passages = (count: number) => counted(count, 'passage')

// What was read of a document
export const showText = (name: string) => `See what was read of ${name}`
export const whatWasRead = (name: string) => `What was read of ${name}`
export const whatWasReadHint =
  'This is the text that replies are made from. Each frame is a passage that a reply can cite.'
export const textNotLoaded = 'The text could not be loaded.'
export const loadingText = 'Loading the text'
export const textLabel = 'The text of the document'
export const notes = 'Could not be read well'
export const page = (number: number) => `Page ${number}`
export const passage = (number: number) => `Passage ${number}`
export const passageOver = (number: number, page: number) => `Passage ${number}, goes on to page ${page}`
export const nothingOnPage = 'Nothing was read on this page.'
export const nothingOnPages = (from: number, to: number) => `Pages ${from} to ${to}: nothing was read here.`
export const shown = (shown: number, of: number) =>
  `${shown.toLocaleString('en-US')} of ${counted(of, 'passage')} shown`
export const documentsShowMore = 'Show more'

// Try a search
export const documentsTrySearch = 'Try a search'
export const trySearchHint =
  'The search matches words, not meanings. When a question uses other words than the document, it finds the right passage about one time in three.'
export const documentsSearchLabel = 'Search the documents'
export const documentsSearchPlaceholder = 'Ask a question and press Enter'
export const documentsPassagesFound = (count: number) => `${counted(count, 'passage')} found`
export const documentsSearchFailed = 'The search did not work.'
export const documentsNothingFound = 'No passage has these words. Try other words of the document.'

function counted(count: number, one: string): string {
  return `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`
}
