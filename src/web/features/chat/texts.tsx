import type { Payer } from '../../../shared/models/model-ref.ts'
// The screen (section 2)
export const anAiAnswers = 'An AI answers here. It can be wrong.'
export const notSavedYetYourNext = 'Not saved yet: your next message saves it'
export const notSavedEndsWhenYou = 'Not saved: ends when you close this page'
export const answeredBy = 'Answered by'
export const chooseModel = 'Choose a model'
export const modelOfConversation = 'What answers in this conversation'
export const modelOfAgent = (agent: string) => `As ${agent} has it`
export const modelNotChosen = 'The model could not be changed. Try again.'
export const pays: Record<Payer, string> = {
  place: 'this place pays',
  owner: 'its maker pays',
  person: 'your key pays',
}
export const againWith = 'Again with another model'
export const againWithAbout = 'The same question is asked once more. Both replies stay.'
export const compare = 'Compare side by side'
export const twoReplies = 'Two replies side by side'
export const replyOf = (place: number, of: number) => `Reply ${place} of ${of}`
export const goOnFromThis = 'Go on from this one'
export const goesOnFromThis = 'The conversation goes on from here'
export const closeComparison = 'One reply again'
export const offline = 'OFFLINE'
export const loadingEntity = 'Loading the entity'
export const loadingConversation = 'Loading the conversation'
export const chatWith = (name: string | number) => `Chat with ${name}`
export const editNamed = (name: string | number) => `Edit ${name}`
export const editTryOut = 'Edit and try out'
export const shareNamed = (name: string | number) => `Share ${name}`
export const share = 'Share'
export const newConversation = 'New conversation'
export const notSentYet = 'This was not sent yet.'
export const whatYouCanAskNext = 'What you can ask next'
export const agentNoLongerAnswers = 'This agent no longer answers.'
export const agentTakenDown = 'This agent was taken down and can’t answer. What was said stays here.'
export const filesNeedWalletBecauseThey =
  'Files need a wallet, because they are saved with your conversation for you only. Connect one and add them again.'
export const filesOnlyWorkSavedConversations =
  'Files only work in saved conversations. Start a new saved one and add them there.'
export const neuralInterfaceActive = 'Neural Interface Active'
export const initializeQuerySequence = '> Initialize query sequence_'
export const suggestedQuestions = 'Suggested questions'

// Writing
export const addFilesPictures = 'Add files or pictures'
export const files = 'Files'
export const uploading = 'Uploading…'
export const sendAgain = 'Send again'
export const heldForUpload = 'Your message is sent as soon as its files are here.'
export const heldForRefused = (name: string) =>
  `Your message was not sent: ${name} could not be added. Remove it first.`
export const removeNamed = (name: string | number) => `Remove ${name}`
export const waitingConnectionYourMessageWill =
  'Waiting for the connection. Your message will be sent automatically.'
export const connectionLostReplyContinuesAppears =
  'Connection lost. What was written of the reply appears when the server can be reached again.'
export const waitingYourWalletSaveConversation = 'Waiting for your wallet to save this conversation.'
export const askWithout = 'Ask without it'
export const anotherVersionStillBeingAnswered = 'Another version is still being answered.'
export const showIt = 'Show it'
export const waitsAbove = (agentName: string) =>
  `${agentName} waits for your decision above. A new message goes on without it.`
export const messageTo = (agentName: string | number) => `Message to ${agentName}`
export const askAnything = (agentName: string | number) => `Ask ${agentName} anything`
export const couldNotSentCheckYour = 'This could not be sent. Check your connection.'

export const errorGeneratingResponse = 'Error generating response'
export const youSignedOutSignTry = 'You are signed out. Sign in and try again.'
export const anotherReplyStillBeingWritten =
  'Another reply is still being written in this conversation. Send your message when it is finished.'
export const conversationFullStartNewOne = 'This conversation is full. Start a new one.'

export const offlineEngine = 'Offline engine'

export const signalNotFound = 'Signal not found'
export const entityNotFound = 'Entity not found'
export const thereNoAgentAtAddress =
  'There is no agent at this address. It may have been hidden, deleted or taken down, or the link is mistyped.'
export const openMatrix = 'Open the Matrix'
export const chatBionic = 'Chat with Bionic'
export const startYourOwnChat = (agentName: string | number) => `Start your own chat with ${agentName}`
export const conversationPrivate = 'This conversation is private'
export const thereNoSuchConversation = 'There is no such conversation'
export const talkWith = (agentName: string | number) => `Talk with ${agentName}`
export const conversationPrivateOnlyWalletStarted =
  'This conversation is private. Only the wallet that started it can open it. If that is yours, connect it.'
export const youAreSignedOut = 'You are signed out'
export const signInToGoOn =
  'Sign in with the wallet that started this conversation to go on with it. What you had typed is kept.'
export const conversationBelongsAnotherWalletDeleted =
  'This conversation belongs to another wallet, or it was deleted. Only the wallet that started it can see it.'
export const conversationCouldNotLoaded = 'The conversation could not be loaded.'

export const signalLost = 'Signal lost'

export const deleteNamed = (data: string | number) => `Delete ${data}?`
export const deletesYourConversationsEveryAgent =
  'This deletes your conversations with every agent and stops replies that are being written. You can undo it for ten seconds.'
export const deleteAll = 'Delete all'
export const waitingWallet = 'Waiting for the wallet'
export const keepThem = 'Keep them'
export const theyCouldNotDeleted = 'They could not be deleted.'
export const yourWalletSignsConfirm = 'Your wallet signs to confirm. '
export const yourWalletSignsConfirmNot =
  'Your wallet signs to confirm. It is not connected to this page, so you connect it first. '
export const signingFreeSendsNoTransaction = 'Signing is free and sends no transaction.'
export const conversationsCouldNotRestored = (error: string | number) =>
  `The conversations could not be restored. ${error}`
export const history = 'History'
export const newNamed = (size: string | number) => `${size} new`
export const conversations = 'Conversations'
export const newAction = 'New'
export const search = 'Search'
export const onlyAgent = 'Only this agent'
export const noneAgentYet = 'None with this agent yet.'
export const noneYetYourConversationsSaved = 'None yet. Your conversations are saved here.'
export const searchYourConversations = 'Search your conversations'
export const conversationsSavedSignedWallets = 'Conversations are saved for signed-in wallets'
export const connectOneContinueThemAny =
  'Connect one to continue them on any device. Without a wallet you can still talk with every public agent, but the conversation stays in this page.'
export const connect = 'Connect'
export const replying = 'Replying'
export const waitsForYou = 'Waits for you'
export const notAnswered = 'Not answered'
export const loadingConversations = 'Loading conversations'
export const previousDays = 'Previous 7 days'
export const noConversations = 'No conversations.'
export const clearSearch = 'Clear the search'
export const noConversationContainsTheseWords = 'No conversation contains these words. Try a shorter search.'
export const conversationsCouldNotLoaded = 'The conversations could not be loaded'
export const optionsOf = (title: string | number) => `Options of ${title}`
export const rename = 'Rename'
export const editAgent = 'Edit the agent'
export const reportAgent = 'Report this agent'
export const useOtherApps = 'Use it in other apps'
export const exportMarkdown = 'Export as Markdown'
export const exportJson = 'Export as JSON'
export const deleteAction = 'Delete'
export const title = 'Title'
export const renameConversation = 'Rename the conversation'
export const conversationDeleted = 'Conversation deleted'
export const conversationRestored = 'Conversation restored'
export const conversationCouldNotDeleted = 'The conversation could not be deleted.'
export const conversationCouldNotRestored = 'The conversation could not be restored.'
export const continueWhereYouLeftOff = 'Continue where you left off'
export const noConversationsYet = 'No conversations yet'
export const pickAgentAskSomethingConversation =
  'Pick an agent and ask it something. The conversation is saved for your wallet only, and you can continue it on any device.'
export const conversationCouldNotForked = (error: string | number) =>
  `The conversation could not be forked. ${error}`

export const dontSave = 'Don’t save'
export const conversationStaysPageEndsWhen =
  'This conversation stays in this page and ends when you close or reload it.'
export const conversationSavedYourWalletOnly = 'This conversation is saved for your wallet only.'

export const lorebookEntriesUsed = 'Lorebook entries used'
export const personaHasChangedSinceReply =
  'The persona has changed since this reply. This is what would be included now.'
export const couldNotLoaded = 'This could not be loaded.'
export const tryAgain = 'Try again'
export const looking = 'Looking'

export const picturesQuestion = 'Pictures of the question'
export const filesQuestion = 'Files of the question'
export const versionsOf = (of: string | number) => `Versions of ${of}`
export const previousVersion = 'Previous version'
export const version = 'Version'
export const nextVersion = 'Next version'
export const editYourQuestion = 'Edit your question'
export const cancel = 'Cancel'
export const saveAsk = 'Save & ask'
export const saidNamed = (agentName: string | number) => `${agentName} said:`
export const conversation = 'Conversation'
export const earlierMessages = 'Earlier messages'
export const noAnswerNotAnswered = 'Not answered · '
export const reachedLengthLimit = 'Reached the length limit'
export const serverStopped = 'The server stopped.'
export const modelStoppedEarly = 'The model stopped early.'
export const brokenOff = 'Broken off'
export const retry = 'Retry'
export const goOn = 'Go on from what it has'
export const youSaid = 'You said:'
export const editQuestion = 'Edit the question'
export const copyQuestion = 'Copy the question'
export const reasoning = 'Reasoning'
export const thinking = 'Thinking …'
export const reasoningS = (min: string | number, seconds: string | number) => `Thought for ${min}${seconds} s`
export const cannotBeShown = "The message has a character that can't be shown."
export const noAnswerFrom = (agentName: string | number) => `No answer from ${agentName}.`
export const answerBrokeOff = (agentName: string | number) => `The answer of ${agentName} broke off.`
export const answerTooLong = (agentName: string | number) =>
  `The answer of ${agentName} reached the length limit.`
export const copyReply = 'Copy the reply'
export const messageDeleted = 'This message was deleted.'
export const deleteQuestion = 'Delete the question and its answers'
export const deleteReply = 'Delete the reply'
export const askAgain = 'Ask again'
export const forkFromHere = 'Fork from here'
export const processingNeuralResponse = 'Processing neural response'
export const agentRemembersFromHere = 'The agent remembers from here on'

export const noMessagesYetAskSomething = (name: string | number) =>
  `No messages yet. Ask ${name} something; the conversation ends when you close this dialog.`

export const notSentFixErrorsForm = 'Not sent: fix the errors in the form first. Your question is still here.'
export const formHasChangedNextAnswer = 'The form has changed. The next answer uses the changed version.'
export const tryOut = (name: string | number) => `Try out ${name}`
export const tryOutPaneTryOut = 'Try out'
export const startOver = 'Start over'
export const answersFromHereUseForm = 'Answers from here on use the form as it is now, and nothing is saved'
export const noMessagesYetAnswersUsing = (name: string | number) =>
  `No messages yet. ${name} answers using the form as it is now, saved or not. Nothing here is saved or counted.`

export const engine = 'Engine'
export const noAiModelConnectedHere =
  'No AI model is connected here, so agents can only introduce themselves and quote their documents.'
