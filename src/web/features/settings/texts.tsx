import type { ReactNode } from 'react'
import { counted } from '../../lib/counted.ts'

/** What people read in the settings, in the order of the screen. */

// The screen
export const title = 'Settings'
export const summary =
  'Your profile, what you share, where you are signed in, your models, API keys, and all of your data.'
export const signedInAs = 'Signed in as'
export const contents = 'Sections of the settings'
export const lockedForVisitors = 'Connect a wallet to see your settings'
export const lockedUntilSignIn = 'Sign in to see your settings'
export const lockedReason =
  'You are not signed in here, or your session has ended. Signing in is free and sends no transaction.'

export const decisions = 'Decisions about you'
export const decisionsAbout =
  'What the operators of this place decided about you or what is yours, why, and what you can say to it.'

export const profile = 'Profile'
export const profileAbout = 'The name, picture and line that others see beside what you make.'
export const profileOptional = 'Everything here is public and optional. Your wallet stays your identity.'

export const wallet = 'Wallet'
export const walletAbout = 'The passkey wallet you are signed in with on this device.'

export const copies = 'Shared conversations'
export const copiesAbout = 'Read-only copies of your conversations. Anyone with the link can read one.'
export const copiesEnd =
  'Stop sharing a copy, or delete its conversation, and the link stops working at once.'

export const sessions = 'Sessions'
export const sessionsAbout = (unusedDays: number, mostDays: number) =>
  `The browsers you are signed in with. A session ends after ${unusedDays} days without use, and ${mostDays} days after signing in at the latest.`
export const sessionsEnd = 'If you don’t recognise one, end it. It stops working at once.'

export const modelKeys = 'Model keys'
export const modelKeysAbout =
  'Bring a key of a model provider, and your chats and agents can answer with its models.'
export const modelKeysUse = 'You pay its provider, so every reply says when your key paid for it.'

export const toolServers = 'Tool servers'
export const toolServersAbout =
  'Connect servers of the Model Context Protocol, and your agents can use their tools. Which agent uses which is chosen where the agent is edited.'
export const toolServersUse =
  'A connection is yours alone, unless you open a tool of it for everybody who talks with an agent.'
export const allowed = 'What you allowed'
export const allowedAbout =
  'Tools that an agent of your choice may use without asking you each time. Take one back, and it asks again.'
export const allowedChanged = 'A tool that has changed since asks again by itself.'

export const reports = 'What you reported'
export const reportsAbout =
  'What became of what you reported here. Nobody is told that it was you, and whoever looks at it does not see it either.'
export const memory = 'Memory'
export const memoryAbout =
  'What agents remember of you, so that you need not say it again. Each asks you before it begins.'
export const memoryYours =
  'Only you can see it. What you change, switch off or delete is used in no reply from then on.'

export const blocked = 'Blocked people'
export const blockedAbout =
  'What they say in realms is folded away for you, and they can’t bring your agents into realms.'
export const blockedPrivate = 'Nobody is told that you blocked them.'

export const keys = 'API keys'
export const keysAbout =
  'A key lets another program talk with agents on your behalf, through OpenAI’s API, MCP or A2A.'
export const keysBounds = 'It can’t change anything, and it reads only the conversations it started itself.'

export const app = 'App'
export const appAbout =
  'Install Bionic to open it from your home screen and to share text with it from other apps. What you opened recently can be read offline until you sign out, installed or not.'

export const preferences = 'Preferences'
export const preferencesAbout =
  'For this browser only. Animations follow your system’s setting for reduced motion.'

export const data = 'Your data'
export const dataAbout =
  'Download everything, import it somewhere else, move it to another wallet, or delete it.'
export const dataSigned = 'Moving and deleting need your wallet’s signature.'

// Sessions
export const sessionsLoading = 'Loading your sessions'
export const sessionsCount = (count: number) => counted(count, 'session', 'sessions')
export const sessionsFailed = 'Your sessions could not be loaded'
export const sessionsNote =
  '“Last used” is accurate to a few minutes. The network is the one you signed in from.'
export const noOtherSession = 'You are not signed in anywhere else.'
export const endAllOthers = 'End all other sessions'
export const ending = 'Ending'
export const thisSession = 'This browser'
export const signedInAt = 'Signed in'
export const lastUsed = 'Last used'
export const from = 'From'
export const unknownNetwork = 'an unknown network'
export const signOut = 'Sign out'
export const signingOut = 'Signing out'
export const end = 'End'
export const endWhich = (device: string) => `the session of ${device}`
export const sessionEnded = (device: string) => `Session ended: ${device}`
export const sessionsEnded = (count: number) => `${counted(count, 'session', 'sessions')} ended`
export const sessionNotEnded = (why: string) => `The session could not be ended. ${why}`
export const sessionsNotEnded = (why: string) => `The sessions could not be ended. ${why}`

// API keys
export const keysLoading = 'Loading your keys'
export const keysCount = (count: number) => counted(count, 'key', 'keys')
export const noKeys = 'You have no API keys yet.'
export const keysFailed = 'Your keys could not be loaded'
export const createKey = 'Create a key'
export const keyNameLabel = 'Name of the key'
export const keyEnding = (ending: string) => `bk_…${ending}`
export const expired = 'Expired'
export const scope = 'For'
export const everyAgent = 'every agent you can use'
export const today = 'Today'
export const wordsToday = (words: number) => counted(words, 'word', 'words')
export const wordsOfCap = (words: number, cap: number) =>
  `${words.toLocaleString('en-US')} of ${counted(cap, 'word', 'words')}`
export const neverUsed = 'never'
export const until = 'Until'
export const rename = 'Rename'
export const revoke = 'Revoke'
export const revoking = 'Revoking'
export const revokeTitle = (name: string) => `Revoke ${name}?`
export const revokeAbout = 'Every program that uses this key loses access at once. This can’t be undone.'
export const revokeConfirm = 'Revoke key'
export const keepKey = 'Keep key'
export const notRevoked = 'The key was not revoked'
export const revoked = (name: string) => `Revoked: ${name}`

// A new key
export const newKeyTitle = 'Create an API key'
export const newKeyAbout = 'A program with this key can talk with agents on your behalf.'
export const madeKeyTitle = 'Your new key'
export const newKeyName = 'Name'
export const newKeyNameHint = 'For you to recognise it by, such as the program that will use it.'
export const newKeyAgent = 'Limit to one agent'
export const newKeyAgentHint = 'Paste the agent’s link or id. Leave empty to allow every agent you can use.'
export const newKeyAgentError = 'Paste the link or the id of an agent.'
export const newKeyExpires = 'Expires'
export const lifetimes = [
  { value: '', label: 'Never' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
] as const
export const newKeyWords = 'Daily word limit'
export const newKeyWordsHint =
  'The most words agents may answer with through this key in a day. Leave empty for no limit of its own.'
export const newKeyFailed = 'The key was not created'
export const newKeyNeedsWallet = 'A key belongs to a wallet. Sign in, and what you typed will still be here.'
export const creatingKey = 'Creating'
export const createNewKey = 'Create key'
export const copyNow = 'Copy it now. You won’t see it again.'
export const copyNowAbout =
  'Anyone who has it can use agents on your behalf. If it leaks, revoke it and create a new one.'
export const copyKey = 'Copy the key'
export const keyCopied = 'Done'
export const keyNotCopied = 'You have not copied the key, and it can’t be shown again.'
export const backToKey = 'Back to the key'
export const closeWithoutKey = 'Close without it'
export const anyAgentsId = 'handle-or-id-of-an-agent'

// Your data
export const exportTitle = 'Export'
export const exportAbout =
  'A zip file with everything you have made and said, readable by people and programs.'
export const exportAction = 'Download everything'
export const importTitle = 'Import'
export const importAbout = 'Adds the contents of an export to what you have. You see what it will add first.'
export const moveTitle = 'Move to another wallet'
export const moveAbout =
  'Both wallets sign: this one to give everything away, the other one to accept it. Then this one is signed out. Keys don’t move: add them again there.'
export const moveAction = 'Offer everything'
export const deleteTitle = 'Delete'
export const deleteAbout = 'Removes everything that is yours. Export it first if you might want it back.'
export const deleteAction = 'Delete everything'

// Import
export const chooseExport = 'Choose an export'
export const exportFile = 'Export to import'
export const reading = 'Reading'
export const importing = 'Importing'
export const readingFile = (file: string) => `Reading ${file}`
export const importingFile = (file: string) => `Importing ${file}`
export const stayOpen = 'Keep this page open until it is done.'
export const importCutShort = 'Only part of it was imported'
export const cannotImport = (file: string) => `${file} can’t be imported`
export const tryAgain = 'Try again'
export const imported = (counts: string) => `Imported: ${counts}`
export const preview = 'What will be added'
export const nothingToImport = 'It contains nothing that can be imported'
export const willAdd = (counts: string) => `It will add ${counts}`
export const exportedBy = (day: string, wallet: ReactNode) => (
  <>
    Exported on {day} by {wallet}. What you already have stays as it is.
  </>
)
export const thisWallet = 'this wallet'
export const examples = 'Among them'
export const importAction = 'Import'
export const cancelImport = 'Cancel'
export const nothing = 'nothing'
export const nouns = {
  agents: ['agent', 'agents'],
  documents: ['document', 'documents'],
  conversations: ['conversation', 'conversations'],
  memories: ['memory', 'memories'],
  realms: ['realm', 'realms'],
  runs: ['run', 'runs'],
  briefs: ['set of drafts', 'sets of drafts'],
  favourites: ['favourite', 'favourites'],
} as const
export const countOf = (kind: keyof typeof nouns, count: number) =>
  counted(count, nouns[kind][0], nouns[kind][1])

// Deleting everything
export const deleteEverythingTitle = 'Delete everything?'
export const deleteEverythingAbout =
  'You can undo it for ten seconds. After that it is final: you are signed out everywhere, and it is erased within a day.'
export const waitingForWallet = 'Waiting for the wallet'
export const keepEverything = 'Keep everything'
export const whatGoes = [
  'Your agents, conversations, what agents remember of you, runs, drafts, profile, votes and favourites are deleted.',
  'Realms you created are deleted. If others wrote in one, it stays for them, without your name.',
  'Your messages in other people’s realms are emptied. Only their place in the conversation is left.',
  'Your wallet signs to confirm. This is free and sends no transaction.',
] as const
export const everythingDeleted = 'Everything of yours is deleted.'
export const everythingRestored = 'Everything is back'
export const notRestored = (why: string) => `It could not be restored. ${why}`
