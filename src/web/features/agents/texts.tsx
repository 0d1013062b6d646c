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

// What is done at once
export const agentCouldNotPublished = (error: string | number) => `The agent could not be published. ${error}`
export const yourUpvoteNotCounted = (error: string | number) => `Your upvote was not counted. ${error}`

// Character cards
export const characterCardV1 = 'Character Card V1'
export const characterCardV2 = 'Character Card V2'
export const characterCardV3 = 'Character Card V3'
export const agentSkill = 'Agent skill'
export const importCard = 'Import a card'
export const cantImported = (name: string | number) => `${name} can’t be imported`
export const cardCanPngApngCharacter =
  'A card can be a PNG or APNG with a character in it, a JSON file, a CHARX, an ElizaOS character or a SKILL.md.'
export const close = 'Close'
export const reading = 'Reading'
export const notesFromCreator = 'Notes from its creator'
export const firstMessage = 'First message'
export const importThisCard = 'Import this card'
export const name = 'Name'
export const cardsNameCantUsedHere = 'The card’s name can’t be used here. Choose another.'
export const fromCard = 'From the card.'
export const creatingDraft = 'Creating the draft'
export const cardNotImported = 'The card was not imported.'
export const noDraftCreated = 'No draft was created'
export const cardStillHereSignYour =
  'The card is still here. Sign in with your wallet to make it a draft of yours.'
export const connectWalletCreateDraft = 'Connect a wallet and create the draft'
export const createDraft = 'Create the draft'
export const cancel = 'Cancel'
export const draftsDontAppearAnyList =
  'Drafts don’t appear in any list. You can edit it before you publish it.'
export const dropCharacterCardPreview = 'Drop a character card to preview it'
export const cardImport = 'Card to import'
export const usedAgentMadeFrom = 'Used: the agent is made from this.'
export const notUsedHereButIncluded = 'Not used here, but included again when you export it.'
export const leftOut = 'Left out.'
export const beforeYouImport = 'Before you import'
export const exportNamed = (name: string | number) => `Export ${name}`
export const exportAllAgents = 'Export all agents'
export const exportAction = 'Export'
export const exportAll = 'Export all'
export const portraitCardInsideWorksNearly =
  'The portrait with the card inside. Works in nearly every character app.'
export const characterCardV3PlainText = 'Character Card V3 as plain text.'
export const cardPortraitOtherFilesOne = 'The card, its portrait and its other files in one package.'
export const characterFileElizaosWithoutPortrait = 'A character file for ElizaOS, without a portrait.'
export const exportYourAgents = 'Export your agents'
export const characterCardOtherAppsCan = 'As a character card that other apps can import.'
export const allThemCharacterCardsOther =
  'All of them as character cards that other apps can import, in one zip file.'
export const download = 'Download'
export const downloadAs = 'as'

// An agent’s dialog
export const similarAgents = 'Similar agents'

// Drafts
export const draft = 'Draft'

// Editing an agent
export const changedMeantimePerhapsAnotherTab = 'It was changed in the meantime, perhaps in another tab.'
export const nowVersionYouStartedFrom = (version: string | number, version2: string | number) =>
  `It is now version ${version}; you started from version ${version2}. What you typed is still here but not saved. `
export const savingOverwritesTheseChanges = (both: string | number) =>
  `Saving overwrites these changes: ${both}.`
export const savingDoesNotAffectOther = 'Saving does not affect the other changes.'
export const hideChanges = 'Hide changes'
export const showChanges = 'Show changes'
export const editNamed = (name: string | number) => `Edit ${name}`
export const personaOf = (name: string | number) => `Persona of ${name}`
export const documentsOf = (name: string | number) => `Documents of ${name}`
export const historyOf = (name: string | number) => `History of ${name}`
export const agentCouldNotLoaded = 'The agent could not be loaded.'
export const includesCustomInstructions = 'Includes the custom instructions.'
export const changesCouldNotSaved = 'The changes could not be saved.'
export const overwriteSave = 'Overwrite and save'
export const versionNamed = (version: string | number) => `Version ${version}`
export const persona = 'Persona'
export const history = 'History'
export const backEditing = 'Back to editing'
export const tryOut = 'Try out'

// Favourites
export const favouriteNamed = (name: string | number) => `Favourite: ${name}`

// The owner’s agents (section 2)
export const controlsOf = (name: string | number) => `Controls of ${name}`
export const controls = 'Controls'
export const agentNoLongerExists = 'This agent no longer exists.'
export const failedUpdateNeuralPatternVisibility = 'Failed to update neural pattern visibility.'
export const deleteNamed = (name: string | number) => `Delete ${name}?`
export const disappearsFromMatrixStopsAnswering =
  'It disappears from the Matrix and stops answering at once. You can undo this for ten seconds.'
export const keepAgent = 'Keep agent'
export const agentCouldNotDeleted = 'The agent could not be deleted.'
export const wasOffered = (name: string | number) => `${name} was offered`
export const giveDialogGiveAway = (name: string | number) => `Give ${name} away?`
export const willBelongOtherWalletVersions =
  'It will belong to the other wallet, with its versions and analytics. Your conversations with it stay yours.'
export const canAccept = (taker: string | number) => `${taker} can accept it`
export const otherWalletHasTenMinutes =
  'The other wallet has ten minutes to accept it in its Settings. Until then it stays yours, and you can withdraw the offer in your settings.'
export const done = 'Done'
export const yourSettings = 'Your settings'
export const offerAgent = 'Offer agent'
export const neuralAssetControlMatrix = 'Neural Asset Control Matrix'
export const yourAgentsChooseWhoCan = 'Your agents. Choose who can reach them, and edit them.'
export const settings = 'Settings'
export const connectWalletAccessNeuralControl = 'Connect wallet to access Neural Control Matrix'
export const signSeeYourAgents = 'Sign in to see your agents'
export const launchAgent = 'Launch an agent'
export const yourAgents = 'Your agents'
export const loadingYourAgents = 'Loading your agents'
export const noNeuralAssetsYet = 'No neural assets yet'
export const agentsYouCreateAppearHere = 'Agents you create appear here, and you decide who can reach them.'
export const yourAgentsCouldNotLoaded = 'Your agents could not be loaded'
export const neuralLink = 'Neural Link'
export const active = 'Active'
export const dormant = 'Dormant'
export const hide = 'Hide'
export const show = 'Show'
export const neuralPatternHidden = 'Neural pattern hidden'
export const neuralPatternVisible = 'Neural pattern visible'

// The matrix (section 2)
export const madeBy = 'by'
export const upvotes = 'upvotes'
export const agentCardToken = 'Token'
export const quickChat = 'Quick chat'
export const withAction = 'with'
export const noAgents = 'No agents.'
export const noPublicAgentsYet = 'No public agents yet.'

// The older create dialog (sections 2, 4 and 5)
export const capabilityCatalogue = 'Capability catalogue'
export const ofAll = 'of'
export const picked = 'picked'
export const startsDraftCanOnlyOpened =
  'It starts as a draft that can only be opened by its link. Publish it when it is ready.'
export const wantPublicRightAway = 'Want it public right away?'
export const useFullPage = 'Use the full page'
export const errorCreatingAgent = 'Error creating agent'
export const draftNotSavedEverythingYou =
  'The draft was not saved. Everything you typed is still in the dialog.'
export const newDraft = 'New draft'
export const tone = 'Tone'
export const howShouldWorkAnswerStep =
  'How it should work and answer, step by step, and what it must never do.'
export const draftNotSaved = 'The draft was not saved.'
export const everythingYouTypedStillHere = 'Everything you typed is still here.'
export const olderCreating = 'Creating...'
export const createAgentAction = 'Create agent'
export const startsYourDraft = 'It starts as your draft.'
export const yourWalletSignsFirstSo = 'Your wallet signs first, so that the draft is yours.'
export const pleaseProvideDescriptionYourAgent = 'Please provide a description for your agent'
export const pleaseProvideCustomInstructionsYour = 'Please provide custom instructions for your agent'
export const pleaseProvideImageYourAgent = 'Please provide an image for your agent'
export const choosePresetDescribeWhoYour = 'Choose a preset, or describe who it is in your own words.'
export const yourOwnWords = 'Your own words'
export const personalityPreset = 'Personality preset'
export const basePersonality = 'Base personality'
export const editYouLikeToneCustom =
  'Edit it as you like. The tone and the custom instructions are added to it.'
export const youAre = 'You are...'

// Personas and lorebooks
export const anyKey = 'Any of them'
export const allKeys = 'All of them'
export const notAllKeys = 'Not all of them'
export const noKey = 'None of them'
export const beforeCharacter = 'Before the character'
export const afterCharacter = 'After the character'
export const entryNamed = (index: string | number) => `Entry ${index}`
export const always = 'Always'
export const moveUp = (title: string | number) => `Move ${title} up`
export const moveDown = (title: string | number) => `Move ${title} down`
export const removeNamed = (title: string | number) => `Remove ${title}`
export const keys = 'Keys'
export const onePerLinePutRegular =
  'One per line. Put a regular expression between slashes, such as /drag(on|oon)/i.'
export const text = 'Text'
export const secondaryKeys = 'Secondary keys'
export const onePerLineTheyOnly = 'One per line. They are only checked after one of the keys is found.'
export const includeEntryIfTextHas = 'Include the entry if the text has'
export const position = 'Position'
export const lowerNumbersComeFirstPrompt =
  'Lower numbers come first in the prompt. Higher numbers are kept when space runs out.'
export const messages = 'Messages'
export const emptySetWholeBook = 'Empty: as set for the whole book.'
export const probability = 'Probability'
export const percentEmptyAlways = 'In percent. Empty: always.'
export const alwaysInclude = 'Always include'
export const whateverSaidLongThereRoom = 'Whatever is said, as long as there is room.'
export const matchUpperLowerCase = 'Match upper and lower case'
export const plainKeysRegularExpressionsSet = 'For plain keys. Regular expressions set it themselves.'
export const enabled = 'Enabled'
export const disabledEntryStaysHereBut = 'A disabled entry stays here but is never used.'
export const lorebook = 'Lorebook'
export const entryAddedPromptWhenOne =
  'An entry is added to the prompt when one of its keys appears in the latest messages, in upper or lower case and also inside a word.'
export const messagesSearched = 'Messages searched'
export const emptyLatest2 = 'Empty: the latest 2.'
export const tokenBudget = 'Token budget'
export const emptyQuarterModelsContextWindow = 'Empty: a quarter of the model’s context window.'
export const searchAddedEntriesToo = 'Search added entries too'
export const oneEntryCanThenBring = 'One entry can then bring in another.'
export const entries = 'Entries'
export const showMoreOf = (shown: string | number, entries: string | number) =>
  `Show ${shown} more of ${entries}`
export const addEntry = 'Add an entry'
export const personaCouldNotLoaded = 'The persona could not be loaded.'
export const loadingPersona = 'Loading the persona'
export const personaSavedNewRepliesUse = 'The persona is saved. New replies use it.'
export const personaCouldNotSaved = 'The persona could not be saved.'
export const saving = 'Saving'
export const savePersona = 'Save persona'
export const allTheseTexts = 'In all of these texts,'
export const char = '{{char}}'
export const standsAgent = 'stands for the agent and'
export const user = '{{user}}'
export const personTalks = 'for the person it talks with.'
export const background = 'Background'
export const moreAboutCharacterSceneAdded =
  'More about the character and the scene. Added after the personality.'
export const systemPrompt = 'System prompt'
export const comesBeforePersonalityReplacesCapabilities =
  'Comes before the personality and replaces capabilities and domains. Write {{original}} to include them.'
export const exampleMessages = 'Example messages'
export const dialogueShowsHowSpeaksStart =
  'Dialogue that shows how it speaks. Start each example with <START>.'
export const closingInstructions = 'Closing instructions'
export const addedAfterLatestMessageEvery = 'Added after the latest message of every request.'
export const nickname = 'Nickname'
export const whatCharStandsIfNot = 'What {{char}} stands for, if not the agent’s name.'
export const greetings = 'Greetings'
export const conversationsOpenFirstOnePeople =
  'Conversations open with the first one. People can switch to the others before they write.'
export const firstGreeting = 'First greeting'
export const alternativeNamed = (index: string | number) => `Alternative ${index}`
export const removeFirstGreeting = 'Remove the first greeting'
export const removeAlternative = (index: string | number) => `Remove alternative ${index}`
export const addGreeting = 'Add a greeting'
export const giveNumberFrom01 = 'Give a number from 0 to 1,000.'
export const giveANumberFrom0To1 = 'Give a number from 0 to 1,000,000.'
export const giveNumberFrom0100 = 'Give a number from 0 to 100.'
export const giveNumber = 'Give a number.'
export const tryLorebook = 'Try the lorebook'
export const tryText = 'Try a text'
export const seeWhichEntriesMessageWould = 'See which entries a message would add.'
export const lorebookHasErrorAbove = 'The lorebook has an error above.'
export const searching = 'Searching'
export const test = 'Test'
export const lorebookCouldNotSearched = 'The lorebook could not be searched.'
export const formHasChangedSinceThen = 'The form has changed since then.'

// Choosing an agent
export const alreadyHere = 'Already here'
export const searchAgentsPasteAgentsLink = 'Search agents, or paste an agent’s link'
export const searchPasteLink = 'Search, or paste a link'
export const noAgentYouCanSee = 'No agent you can see matches this name, description or link.'
export const thereNoPublicAgentsYet = 'There are no public agents yet.'
export const startWith = 'Start with'
export const noAgentYouCanSeeHasThis = 'No agent you can see has this in its name or description.'
export const seeAllMatrix = 'See all in the Matrix'
export const allFavourites = (agents: string | number) => `All ${agents} favourites`
export const publicAgents = 'Public agents'
export const clearSearch = 'Clear the search'
export const recentlyUsed = 'Recently used'

// Tokens
export const opensAnotherSiteNewTab = ' (opens another site in a new tab)'

// Versions
export const unchangedWordsLeftOut = '(unchanged words are left out)'
export const before = 'Before'
export const after = 'After'
export const onlySpacesLineBreaksDifferent = 'Only spaces or line breaks are different.'
export const now = ', now'
export const changedNamed = (version: string | number) => `Changed: ${version}`
export const asCreated = 'As created'
export const oldestSavedVersion = 'The oldest saved version'
export const compareWith = 'Compare with'
export const changesVersion = 'Changes in this version'
export const changesSince = 'Changes since'
export const fromVersionVersion = (number: string | number, number2: string | number, now: string | number) =>
  `From version ${number} to version ${number2}${now}:`
export const thereNoEarlierVersionCompare = 'There is no earlier version to compare it with.'
export const restoring = 'Restoring'
export const restoreVersion = 'Restore this version'
export const agentSameVersionNow = 'The agent is the same as this version now.'
export const versionCouldNotRestored = 'This version could not be restored.'
export const versionRestoredVersion = (number: string | number, now: string | number) =>
  `Version ${number} was restored as version ${now}.`
export const undo = 'Undo'
export const thereNoChangesYetEvery =
  'There are no changes yet. Every change you save is listed here, and you can restore any version.'
export const versionsNewestFirst = 'Versions, newest first'
export const versionsCouldNotLoaded = 'The versions could not be loaded.'

// The page that makes an agent, /create

export const createTitle = 'Neural Agent Synthesis Protocol'
export const createSubtitle = 'Describe an agent. It answers in the voice that you give it.'
export const createLocked = 'Connect a wallet to begin the synthesis'
export const createLockedWhy =
  'An agent belongs to the wallet that makes it. Connecting costs nothing and moves nothing.'
export const connectWallet = 'Connect wallet'
export const loadingForm = 'Loading the form'

export const createLabel = 'New agent'
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
  `Its unique name in other apps, such as night-owl: ${min} to ${max} lowercase letters, digits, - and _. Leave empty to get one from its name. Earlier handles keep working.`
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

// What was read of a document
export const seeWhatWasRead = (name: string) => `See what was read of ${name}`
export const whatWasRead = (name: string) => `What was read of ${name}`
export const whatWasReadHint =
  'This is the text that replies are made from. Each frame is a passage that a reply can cite.'
export const textCouldNotLoaded = 'The text could not be loaded.'
export const loadingText = 'Loading the text'
export const documentText = 'The text of the document'
export const notReadWell = 'Could not be read well'
export const pageNumbered = (number: number) => `Page ${number}`
export const passageNumbered = (number: number) => `Passage ${number}`
export const passageOverPages = (number: number, lastPage: number) =>
  `Passage ${number}, goes on to page ${lastPage}`
export const nothingOnPage = 'Nothing was read on this page.'
export const nothingOnPages = (from: number, to: number) =>
  `Pages ${from} to ${to}: nothing was read on them.`
export const passagesShown = (shown: number, of: number) =>
  `${shown.toLocaleString('en-US')} of ${of.toLocaleString('en-US')} ${of === 1 ? 'passage' : 'passages'} shown`

// Documents
export const answersFromTheseDocumentsCites =
  'It answers from these documents and cites the passages it used. The search matches words, not meanings, so questions should use the documents’ own words.'
export const documentsCouldNotLoaded = 'The documents could not be loaded.'
export const loadingDocuments = 'Loading the documents'
export const whenPeopleOpenCitationThey = 'When people open a citation, they see'
export const citedPassage = 'The cited passage'
export const wholeDocumentWell = 'The whole document as well'
export const noDocumentsYetWithoutAny = 'No documents yet. Without any, it answers from what its model knows.'
export const uploading = 'Uploading'
export const waitingUpload = 'Waiting to upload'
export const sendAgain = (name: string | number) => `Send ${name} again`
export const leaveOut = (name: string | number) => `Leave ${name} out`
export const documentsAnswersFromCitesPdf = (sourceBytes: string | number) =>
  `Documents it answers from and cites: PDF, DOCX, EPUB, HTML, Markdown, text or CSV, up to ${sourceBytes} each. The search matches words, not meanings.`
export const uploadedOnceAgentCreated = 'Uploaded once the agent is created'
export const chooseFiles = 'Choose files'
export const dropThemHere = 'or drop them here'
export const sourceRowMoveUp = (name: string | number) => `Move ${name} up`
export const sourceRowMoveDown = (name: string | number) => `Move ${name} down`
export const renameNamed = (name: string | number) => `Rename ${name}`
export const replaceAnotherFile = (name: string | number) => `Replace ${name} with another file`
export const sourceRowRemoveNamed = (name: string | number) => `Remove ${name}`
export const oneThingCouldNotRead = 'One thing could not be read'
export const thingsCouldNotRead = (notes: string | number) => `${notes} things could not be read`
export const waitingRead = 'Waiting to be read'
export const readingOf = (done: string | number, of: string | number) => `Reading: ${done} of ${of}`
export const trySearch = 'Try a search'
export const searchMatchesWordsNotMeanings =
  'The search matches words, not meanings. When a question uses other words than the document, it finds the right passage about one time in three.'
export const searchDocuments = 'Search the documents'
export const typeQuestionPressEnter = 'Type a question and press Enter'
export const passagesFound = (passages: string | number) => `${passages} passages found`
export const searchFailed = 'The search failed.'
export const nothingFoundSearchMatchesWords =
  'Nothing found. The search matches words, so a document must use words of the question.'
export const agentCreatedButNotAll = (name: string | number, error: string | number) =>
  `The agent was created, but not with all of its documents. “${name}”: ${error}`
export const whatVisitorsCanOpenNot = 'What visitors can open was not changed.'
