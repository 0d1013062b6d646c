import type { ContextKind } from '../../../../shared/chat/context-fields.ts'

const numbered = (count: number) => count.toLocaleString('en-US')

// Earlier messages
export const earlier = (count: number) =>
  count === 1 ? '1 earlier message' : `${numbered(count)} earlier messages`
export const loadingEarlier = 'Loading earlier messages'
export const earlierNotLoaded = 'The earlier messages could not be loaded.'
export const tryAgain = 'Try again'
export const versionNotShown = 'The other version could not be shown.'

// Going to a message
export const messageFarAbove = 'That message was said much earlier'
export const messageFarAboveText = (count: number) =>
  `It is among the ${numbered(count)} messages above these. Go on from here, or search your conversations for its words.`
export const messageElsewhere = 'That message is in another version'
export const messageElsewhereText = 'Turn to the other version of a question or reply above to read it.'
export const messageNotFound = 'That message is not here any more.'
export const messageNotLoaded = 'That message could not be loaded.'
export const recalled = 'Recalled from earlier'
export const goToRecalled = (number: number) => `Go to recalled message ${number}`

// The story so far
export const story = 'The story so far'
export const storyBy = { model: 'written by the model', person: 'edited by you' } as const
export const storyAbout = (agentName: string) =>
  `${agentName} gets this in place of the messages above it, except the first ones. Your own words stay longer.`
export const editStory = 'Edit'
export const deleteStory = 'Delete'
export const storyText = 'The story so far'
export const storyHint = 'Once you have edited it, no model writes it anew.'
export const saveStory = 'Save'
export const savingStory = 'Saving'
export const storyNotSaved = 'The story could not be saved'
export const deleteStoryTitle = 'Delete the story so far?'
export const deleteStoryText = (agentName: string) =>
  `${agentName} then gets as many of the messages themselves as fit. A new story can be written when the conversation grows. All messages stay.`
export const deletingStory = 'Deleting'
export const keepStory = 'Keep it'
export const storyNotDeleted = 'The story could not be deleted'

// Receipts
export const receipt = 'Save a receipt'
export const receiptSaved = 'Your receipt is saved.'
export const receiptAbout = 'It shows what was said here, and when.'
export const checkReceipt = 'Check it'
export const receiptLater = 'The receipt is not ready yet. Try again in a moment.'

// How full the window is
export const full = (percent: number) => `${percent} % full`
export const contextFull = (percent: number) => `Context: ${percent} % full`
export const contextTitle = 'What the last reply was made with'
export const contextAbout = (window: number) =>
  `The model reads at most about ${numbered(window)} tokens at once. When it fills up, older messages are told in short.`
export const kinds: Record<ContextKind, string> = {
  persona: 'Who the agent is',
  memory: 'What it remembers of you',
  opening: 'Your first exchange',
  story: 'The story so far',
  turns: 'The conversation',
  recalled: 'Recalled from earlier',
  passages: 'From documents',
  question: 'This question',
}
export const reserved = 'Kept for the reply'
export const free = 'Free'
export const share = (percent: number) => (percent < 1 ? 'under 1 %' : `${Math.round(percent)} %`)
export const close = 'Close'
export const readStory = 'Go to the story so far'

// Deleting for good
export const deleteQuestionTitle = 'Delete this question and its answers?'
export const deleteReplyTitle = 'Delete this reply?'
export const deletedForGood = 'This can’t be undone. What goes for good:'
export const goesOfQuestion = [
  'your words, and all answers to them',
  'files that you sent with them',
  'what tools were asked for the answers, and what they gave back',
]
export const goesOfReply = [
  'the words of this reply, and what it thought',
  'what tools were asked, and what they gave back',
]
export const goesToo = (agentName: string) => [
  'any story so far that tells of it',
  `what ${agentName} remembered from it`,
]
export const stays =
  'Messages after it stay. It goes from copies that you have shared, too. Conversations that you forked before keep theirs.'
export const deleteForGood = 'Delete for good'
export const deleting = 'Deleting'
export const keep = 'Keep it'
export const notDeleted = 'It could not be deleted'
export const deleted = 'The message was deleted'
export const forgotten = (facts: number) =>
  facts === 1
    ? 'One thing that was remembered from it is gone, too.'
    : `${numbered(facts)} things that were remembered from it are gone, too.`

// A shared copy
export const earlierNotShared = (count: number) =>
  count === 1
    ? 'The message before these is not part of this copy.'
    : `The ${numbered(count)} messages before these are not part of this copy.`
