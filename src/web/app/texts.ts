// The names of the header's links are section 2's.

export const mark = 'BIONIC'
export const toHome = 'Bionic, home'
export const main = 'Main'
export const mainFolded = 'Main, folded'
export const openMenu = 'Open the menu'
export const closeMenu = 'Close the menu'
export const home = 'Home'
export const homeLine = 'Start here'
export const isolated = 'Isolated'
export const isolatedLine = 'Just chat'
export const vacant = 'Vacant'
export const vacantLine = 'All agents'
export const cryptic = 'Cryptic'
export const crypticLine = 'Archives'
export const realm = 'Realm'
export const realmLine = 'Live rooms'
export const app = 'App'
export const settings = 'Settings'
/** Stands before the address of the session. */
export const account = 'Account'
export const skip = 'Skip to the content'

export const loading = 'Loading'
export const linkLost = 'Link lost'
export const screenFailed = 'Something went wrong on this screen.'
export const screenFailedText =
  'Nothing that you saved is lost. Try again, and if that does not help, reload the page.'
export const tryAgain = 'Try again'
export const reload = 'Reload the page'
export const screenNotLoaded = 'This screen could not be loaded.'
export const offlineTitle = 'You are offline.'
export const notLoadedText =
  'The server did not answer. The screen opens by itself once the connection is back. Until then, you can go back.'
export const offlineText =
  'You have not opened this screen here before. It opens by itself once you are connected. Until then, you can go back.'
export const retry = 'Retry'

export const noServer = 'The server can’t be reached'
export const offline = 'You are offline'
export const readable = ' · you can still read what you opened recently'
export const newVersion = 'A new version of Bionic is ready.'
export const newVersionText = 'Reload to use it. What you have typed is kept.'
export const reloadNow = 'Reload'

export const isApp = 'You are using Bionic as an app.'
export const install = 'Install the app'
export const installByMenu =
  'Look for “Install” or “Add to Home Screen” in the menu of your browser. Not every browser has it.'

export const answeringNow = (engine: string) => `Answering now: ${engine}`
export const answeredBy = 'Answered by'
export const agentsAnsweredBy = 'Agents answered by'

export const tryOutNotLoaded = 'The try-out could not be loaded.'
export const tryOutNotLoadedText = 'You can still edit and save. Reload the page once you are connected.'

export const keepConversations = 'Keep conversations'
export const keepConversationsHint =
  'New conversations are saved, and only your wallet can open them. Turned off, they are gone when you close their page. You can choose differently for each one before it starts.'
export const singleKeys = 'Single keys'
export const singleKeysHint = 'On the chat screen, press 1 to 9 to start a chat and / to search.'

export const keysBegin = 'start a chat,'
export const keySearches = 'searches'
export const keysOff = 'Single keys are off'
export const sharedText = 'Shared text'
export const sharedWith = 'Shared with Bionic'
export const sharedHow =
  'Choose a conversation or an agent. The text will be waiting in its message field, and is not sent until you send it.'
export const discard = 'Discard'

export const newConversation = 'New conversation'
export const newConversationLine = 'Pick an agent and begin'
export const newAgent = 'New agent'
export const newRun = 'New run'
export const newRunLine = 'Give a task to two to five agents'
export const copyLink = 'Copy the link to this page'
export const installBionic = 'Install Bionic'
export const installBionicLine = 'As an app on this device'
export const signIn = 'Sign in'
export const signInLine = 'With a wallet or a passkey'
export const signOut = 'Sign out'
export const signOutLine = 'On this device'
export const linkCopied = 'Link copied'
export const createTitle = 'Neural Agent Synthesis Protocol'
export const copyLinkLine = 'To paste it somewhere else'
export const linkNotCopied = 'This browser did not allow copying. Copy the link from the address bar.'
export const searchNotLoaded = 'The search could not be loaded. Check the connection and try again.'
export const findAnything = 'Find anything'
export const findAnythingKeys = 'Find anything (Ctrl K or ⌘ K)'
export const recent = (name: string) => `Recent ${name.toLowerCase()}`
export const searchPlaceholder = 'Screens, agents, conversations'
export const groupOfScreens = 'Screens'
export const groupOfActions = 'Actions'
export const searching = 'Searching'
export const nothingFound = 'Nothing found'
export const foundCount = (count: number) => `${count} found`
export const notAllSearched = (problem: string) => `Some things could not be searched. ${problem}`
export const noneFound = 'Nothing found by that name.'
export const howToFind = 'Search for a word in the name of a screen, agent, conversation, realm or run.'
export const results = 'Results'
export const keyboard = 'Keyboard'
export const keyboardLine = 'What keys do here'
export const shortcuts = [
  { name: 'Ctrl K or ⌘ K', line: 'Finds anything, from every screen.' },
  { name: '1 to 9', line: 'Starts a chat with an agent of the chat room.' },
  { name: '/', line: 'Goes to the search of the chat room.' },
  { name: 'Enter', line: 'Sends a message.' },
  { name: 'Shift Enter', line: 'Begins a new line in a message.' },
  { name: 'Arrow up', line: 'Edits your last question.' },
  { name: 'Home and End', line: 'Show a message’s first and last version.' },
  { name: 'Ctrl Enter or ⌘ Enter', line: 'Starts a run of the swarm room.' },
  { name: 'Escape', line: 'Closes what is open, or ends an edit.' },
]
export const showAll = 'Show all'
export const yourRealms = 'Your realms'
export const allRealms = 'All realms'

export const createSummary = 'Make your own AI agent: choose how it talks, what it can do and what it knows.'
export const managementTitle = 'Neural Asset Control Matrix'
export const managementSummary = 'Show, hide, edit and delete your agents.'
export const matrixTitle = 'Neural Entity Matrix'
export const matrixSummary = 'Browse and search all public agents, and talk to any of them.'

export const hubTitle = 'Chat Agent Interface'
export const hubSummary = 'Continue a conversation, or pick an agent to start a new one.'
export const hubAbout = 'Continue a conversation, or pick an agent to start a new one.'
export const searchAgents = 'Search agents'
export const searchAll = 'Search conversations and agents'
export const searchAllPlaceholder = 'Conversations and agents'
export const entityNotFound = 'Entity not found'
export const conversationNotFound = 'Conversation not found'
export const chat = 'Chat'
export const entityNotLoaded = 'This agent could not be loaded.'
export const isolatedSummary = 'Chat with Bionic. You need no wallet and no account.'
export const nothingShared = 'Nothing is shared here'
export const sharedSummary = (agent: string) => `A shared conversation with ${agent}, to read.`
export const allAgents = 'Browse all agents'
export const nothingSharedText =
  'The person who shared this conversation may have stopped sharing it, or the link has a typing mistake.'
export const sharedNotLoaded = 'This conversation could not be loaded'

/** The tab’s title until it is known whose it is. */
export const profile = 'Profile'
export const nobody = 'Nobody has this name'
export const makerSummary = 'The agents and realms that one person has made.'
export const makerAgents = 'Agents'
export const makerRealms = 'Realms'
export const personNotLoaded = 'This profile could not be loaded'
export const givenUp = 'This name is no longer in use'
export const givenUpText = 'Its owner has another name now, or none. Nobody else can take it for 90 days.'
export const nobodyText =
  'A name has letters from a to z, digits and _. You can look somebody up by their wallet address as well.'
export const noRealms = 'No public realms yet.'

export const joinTitle = 'Join Room'
export const realmNotFound = 'Realm not found'
export const realmSummary = 'A live chat of people and agents. See who is in it, and enter.'
export const joinSummary = 'Find a realm by its name, link or id, see who is in it, and enter.'
export const realmsTitle = 'Neural Realms'
export const realmsSummary = 'Live chats of people and agents: enter a neural realm, or initialize your own.'

export const swarmTitle = 'Swarm Intelligence Hub'
export const swarmSummary =
  'Give two to five agents one task. They work side by side, in a debate or in a relay, and end with one answer.'
export const swarmAbout =
  'Two to five agents work on one task and end with one answer. You see how long it can get before you start.'
export const add = 'Add'
export const adding = 'Adding'
export const added = 'Added'
export const runTitle = 'Swarm run'
export const runNotFound = 'Run not found'
export const runSummary = (agents: string) => `${agents} working on one task together.`

export const authorizeTitle = 'Let a program in'
export const signalNotFound = 'Signal not found'
export const notFoundTitle = 'Nothing at this address'
/** Around the address. */
export const noPageAt = 'There is no page at'
export const noPageWhy = '. It may have been hidden or deleted, or the link has a typing mistake.'

export const citedPassage = 'Cited passage'
export const passageNotFound = 'This passage can’t be opened'
export const passageNotFoundWhy =
  'Its document may be deleted, its agent hidden, the API key revoked, or the link incomplete.'
export const browseAgents = 'Browse agents'
export const passageNotLoaded = 'The passage could not be loaded'
export const passageLoading = 'Loading'
export const passageInDocument = 'The passage in its document'
export const passageSummary = 'A passage of a document that an agent cited.'
export const pageOf = (place: string, pages: number) => `${place} of ${pages}`
export const talkWith = (name: string) => `Talk with ${name}`
export const downloadDocument = 'Download the document'
