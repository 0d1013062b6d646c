import type { Platform } from '../../../shared/social.ts'

export const title = 'Social Media Agent'
export const summary =
  'Draft posts in an agent’s voice, counted the way each platform counts them. Nothing is posted for you.'
export const about =
  'Draft posts in an agent’s voice, counted the way each platform counts them. Nothing is posted for you: you post on the platform yourself.'
export const choose = 'Choose'
export const choosing = 'Choosing'
export const chosen = 'Chosen'

export const brief = 'Brief'
export const agent = 'Agent'
export const chooseAgent = 'Choose an agent'
export const chooseAgentAbout = 'Posts are written in its voice.'
export const change = 'Change'
export const changeWhich = ' the agent'
export const agentGone = 'This agent is no longer available to you. Choose another one.'
export const platform = 'Platform'
export const countingRules: Record<Platform, string> = {
  x: 'Up to 280 characters. A link counts as 23; an emoji or a Chinese or Japanese character as 2.',
  farcaster: 'Up to 320 bytes. A plain letter takes 1, an accented one 2, most emoji 4 or more.',
  bluesky: 'Up to 300 characters as you see them. An emoji counts as 1, a link with all its letters.',
  linkedin: 'Up to 3,000 characters. Most emoji count as 2.',
  telegram: 'Up to 4,096 characters. Most emoji count as 1, combined ones as more.',
}
export const topic = 'Topic'
export const topicPlaceholder = 'What should the posts be about?'
export const addSource = 'Add text from a web page'
export const source = 'Text from a web page'
export const sourceHint = 'Paste the text itself. Links are not opened.'
export const tone = 'Tone'
export const howMany = (most: number) => `Number of drafts, up to ${most}`
export const draftUnit = 'draft'
export const oneLess = 'One draft fewer'
export const oneMore = 'One draft more'
export const writeDrafts = 'Draft'
export const newDrafts = 'New drafts'

export const drafts = 'Drafts'
export const draftsFor = (platform: string) => `Drafts for ${platform}`
export const newBrief = 'New brief'
export const earlierReplaced = 'The earlier drafts were replaced'
export const draftRemoved = 'Draft removed'
export const noDrafts = 'No drafts yet'
export const noDraftsAbout =
  'Choose an agent and a topic, then press Draft. Each draft is counted the way its platform counts.'
export const loading = 'Loading drafts'
export const locked = 'These drafts belong to a wallet'
export const lockedAbout = 'Sign in with the wallet that made them to see them again.'
export const connect = 'Connect'
export const notFound = 'Drafts not found'
export const notFoundAbout =
  'They were deleted, or they belong to another wallet. Only the wallet that made them can see them.'
export const startBrief = 'Start a new brief'
export const notLoaded = 'The drafts could not be loaded'
export const notLoadedAbout = 'The server did not answer. Check your connection and try again.'
export const tryAgain = 'Try again'

export const draft = (number: number) => `Draft ${number}`
export const writing = 'Writing'
export const edited = 'Edited'
export const cutShort = 'Cut short'
export const stopped = 'Stopped'
export const stop = 'Stop'
export const copy = (name: string) => `Copy ${name}`
export const writeAgain = 'Rewrite'
export const writeAgainWhich = (name: string) => `Rewrite ${name}`
export const remove = 'Remove'
export const removeWhich = (name: string) => `Remove ${name}`
export const over = (count: string) => ` · ${count} over`
export const processing = 'Processing neural response'
export const copiedFor = (platform: string) => `Copied. Paste it on ${platform}.`
export const notCopied = 'The browser did not allow copying. Select the text and copy it yourself.'
export const openIn = (platform: string) => `Open in ${platform}`
export const copyAndOpen = (platform: string) => `Copy and open ${platform}`
export const opensTab = ', in a new tab'
export const notAnswered = 'Not answered'
export const brokenOff = 'Broken off'
export const retry = 'Retry'
export const earlierText = 'Go back to the earlier text'
export const newerText = 'Go to the newer text'
export const manyDrafts = 'drafts'
export const writtenAloud = (written: number, count: number) =>
  `${written} of ${count} ${count === 1 ? 'draft is' : 'drafts are'} written.`
export const tooLongAloud = (number: number) => `Draft ${number} is too long.`
export const fitsAloud = (number: number) => `Draft ${number} fits.`

export const saved = 'Saved drafts'
export const savedForWallets =
  'Drafts are saved once you sign in. Until then they stay in this tab, until you close it.'
export const noneSaved = 'Nothing saved yet. Your drafts are saved for your wallet only.'
export const savedBrief = 'saved brief'
export const deleteBrief = (topic: string) => `Delete the drafts about ${topic}`
export const deleted = 'Drafts deleted'
export const restored = 'Drafts restored'
export const notDeleted = 'The drafts could not be deleted.'
export const notRestored = 'The drafts could not be restored.'
export const inThisTab = 'Only in this tab · '
export const signInToSave = 'Sign in to save'
export const isSaved = 'Saved'
export const notSavedYet = 'Not saved yet'
export const notSaved = 'Not saved'
export const notSavedBecause = (why: string) => `Not saved yet. ${why} `
export const changedElsewhere = 'These drafts were changed in another tab'
export const deletedElsewhere = 'These drafts were deleted in another tab'
export const keepOrSwitch =
  'What you see here is not saved. Save it as separate drafts, or switch to the other version.'
export const keepOrLose = 'What you see here is not saved. You can save it again as separate drafts.'
export const keepBoth = 'Keep both'
export const keepThese = 'Save these'
export const showOther = 'Show the other version'
