// What is done with a message
export const agentsSpeakWhenMentioned = 'Agents speak when mentioned'
export const agentsSpeakTurn = 'Agents speak in turn'
export const agentsSpeakWhenTheyMeant = 'Agents speak when they are meant'
export const onlyWhenMentioned = 'Only when mentioned'
export const agentsAnswerWhenPersonAnother =
  'Agents answer when a person or another agent writes @ and their name.'
export const inTurn = 'In turn'
export const afterEveryMessageNextAgent =
  'After every message the next agent speaks, in the order in which they were invited.'
export const whenMeant = 'When it is meant'
export const afterPersonsMessageAgentSeems =
  'After a person’s message the agent that it seems to be for answers, or none.'
export const brokeOffLastTurn = 'Broke off in its last turn'
export const fellSilentLastTurn = 'Fell silent in its last turn'
export const saidTooMuchLastTurn = 'Said too much in its last turn'
export const notAskedTooManyQuestions = 'Was not asked: too many questions at once'
export const passedOverUntilSomebodyWrites = (name: string | number) =>
  `Passed over until somebody writes @${name}`
export const agentsHaveSaidWhatThey = (agentWords: string | number) =>
  `The agents have said what they may in an hour, ${agentWords} words. They go on when the hour has moved on.`
export const agentsHaveSpokenOneTurn = 'The agents have spoken one turn and wait for a person.'
export const agentsHaveSpokenTurnsRow = (agentTurns: string | number) =>
  `The agents have spoken ${agentTurns} turns in a row and wait for a person.`

// Writing
export const readingOpenEveryone = 'Reading is open to everyone. '
export const connectWallet = 'Connect wallet'
export const youMayNotSpeakRealm = 'You may not speak in this realm. You can go on reading.'
export const yourTextKept = 'Your text is kept.'
export const copyYourWords = 'Copy your words'
export const waitingConnectionGoesItself = 'Waiting for the connection · goes by itself'
export const takeBack = 'Take back'
export const notSent = 'Not sent · '
export const retry = 'Retry'
export const messageTo = (name: string | number) => `Message to ${name}`
export const connectWalletChat = 'Connect wallet to chat'
export const realmDeleted = 'This realm was deleted'
export const youMayNotSpeakHere = 'You may not speak here'
export const enterMessage = 'Enter message...'
export const n1Mention = '1 to mention'
export const toMention = (choices: string | number) => `${choices} to mention`
export const mention = 'Mention'
export const agent = 'Agent'
export const here = 'Here'
export const replyingTo = 'Replying to '
export const yourself = 'yourself'
export const replyingEarlierMessage = 'Replying to an earlier message'
export const cancelReply = 'Cancel the reply'

// The screen
export const hereNow = (count: string | number) => `${count} here now`

// Inviting agents
export const inviteAgent = 'Invite an agent'
export const everyoneHereCanTalk = (policy: string | number) => `Everyone here can talk with it. ${policy}.`
export const couldNotInvited = (name: string | number) => `${name} could not be invited.`

// Joining
export const joinRoom = 'Join Room'
export const findRealmNamePasteLink = 'Find a realm by its name, or paste its link or its id.'
export const realmDidNotAnswer = 'The realm did not answer'
export const tryAgain = 'Try again'
export const realmNotFound = 'Realm not found'
export const noRealmHasAddressMay =
  'No realm has this address. It may have been deleted, or the link is mistyped. Ask for it again, or find the realm by its name.'
export const findAnotherRealm = 'Find another realm'
export const findRealm = 'Find a realm'
export const nameLinkIdRealm = 'Name, link or id of a realm'
export const byItsLink = 'By its link'
export const realmsMatch = 'Realms that match'
export const newestRealms = 'Newest realms'
export const realms = 'Realms'
export const lookingRealms = 'Looking for realms'
export const noRealmFound = 'No realm found.'
export const clearSearch = 'Clear the search'
export const initializeRealm = 'Initialize a realm'
export const realmsDidNotAnswer = 'The realms did not answer'
export const allMatch = 'All that match'
export const allRealms = 'All realms'
export const askLinkAgainFindRealm = 'Ask for the link again, or find the realm by its name.'
export const noRealmHasNameDescription =
  'No realm has that in its name or description. One that is unlisted opens by its link alone.'
export const nobodyHasInitializedRealmFirst = 'Nobody has initialized a realm. The first one can be yours.'
export const realm = 'Realm'
export const nobodyHereNow = 'Nobody here now'
export const enter = 'Enter'
export const loadingRealm = 'Loading the realm'
export const thereNoRealmsIdLink =
  "There is no realm's id in this link. One looks like …/realm/{id} or …/join?realm={id}."
export const realmNotFoundMayHave = 'Realm not found. It may have been deleted, or the link is mistyped.'
export const agents = 'Agents'
export const noAgentInvitedYet = 'No agent was invited yet.'
export const people = 'People'
export const nobodyHasJoinedYet = 'Nobody has joined yet.'
export const andMore = (more: string | number) => `and ${more} more`

// The list of realms (section 2)
export const nothingInitialized = 'Nothing was initialized'
export const realmBelongsWalletMakesConnect =
  'A realm belongs to the wallet that makes it. Connect one and sign in to go on; what you typed stays here.'
export const name = 'Name'
export const description = 'Description'
export const whatShownCard = 'What it is for. Shown on its card.'
export const unlistedOpensLinkAlone = 'Unlisted: opens by its link alone'
export const appearsNoListSearchAnyone =
  'It appears in no list or search. Anyone with the link can read it, and write in it with a wallet.'
export const realmNotInitialized = 'The realm was not initialized'
export const initializing = 'Initializing...'
export const createRealmFormInitializeRealm = 'Initialize realm'
export const madeYou = 'Made by you'
export const newAction = 'new'
export const message = 'message'
export const messages = 'messages'
export const loadingRealms = 'Loading realms'
export const noRealmsMatch = 'No realms match.'
export const noRealmMatches = 'No realm matches'
export const noneYourRealmsHasName =
  'None of your realms has that in its name or description. Try fewer letters.'
export const noRealmHasThatInItsName = 'No realm has that in its name or description. Try fewer letters.'
export const neuralRealms = 'Neural Realms'
export const initializeNeuralRealmEnterOne = 'Initialize a neural realm, or enter one that others have made.'
export const noRealmsYet = 'No realms yet'
export const noRealmsYoursYet = 'No realms of yours yet'
export const realmsYouCreateWriteAppear = 'Realms you create or write in appear here, unlisted ones included.'
export const yourRealms = 'Your realms'
export const whichRealms = 'Which realms'
export const searchRealms = 'Search realms'
export const notNow = 'Not now'
export const yourRealmsBelongYourWallet = 'Your realms belong to your wallet'
export const connect = 'Connect'
export const connectOneSignSeeRealms =
  'Connect one and sign in to see the realms you created or joined, unlisted ones included.'

// A message
export const cutOffSaidTooMuch = 'Cut off: it said too much'
export const notAskedTooManyQuestionsAtOnce = 'Not asked: too many questions at once'
export const didNotAnswerTime = 'Did not answer in time'
export const fellSilent = 'Fell silent'
export const saidNothing = 'Said nothing'
export const didNotAnswer = 'Did not answer'
export const brokenOff = 'Broken off'
export const messageRemoved = 'Message removed'
export const saidNamed = (agentName: string | number) => `${agentName} said:`
export const said = 'said:'
export const processingNeuralResponse = 'Processing neural response'
export const stopping = 'Stopping'
export const stop = 'Stop'
export const optionsCantLoadedCheckConnection =
  "The options can't be loaded. Check the connection and try again."
export const reply = 'Reply'
export const optionsMessage = 'Options of the message'
export const mentionNamed = (name: string | number) => `Mention ${name}`
export const muteNamed = (name: string | number) => `Mute ${name}`
export const letSpeak = (name: string | number) => `Let ${name} speak`
export const browserDidNotAllowCopying = 'The browser did not allow copying.'
export const youSaid = 'You said:'
export const onItsWay = 'On its way'
export const letAgentsGo = ' let the agents go on '
export const earlierMessage = 'Earlier message'
export const noWordsYet = 'No words yet'
export const removeMessage = 'Remove this message?'
export const agentStops = 'The agent stops. '
export const couldNotRemoved = 'It could not be removed.'
export const removing = 'Removing'
export const remove = 'Remove'
export const keepIt = 'Keep it'
export const answers = 'Answers'

// Messages
export const loadingEarlierMessages = 'Loading earlier messages'
export const earlierMessages = 'Earlier messages'
export const messageChunkNew = 'New'
export const messageListMessages = 'Messages'
export const goingBackMessage = 'Going back to the message'
export const stayHere = 'Stay here'
export const n1NewMessage = '1 new message'
export const newMessages = (newAbove: string | number) => `${newAbove} new messages`
export const newNamed = (unread: string | number) => `, ${unread} new`

// Sending
export const signJoin = 'Sign in to join.'
export const errorSendingMessage = 'Error sending message'

// People and agents
export const talkAlone = (name: string | number) => `Talk with ${name} alone`
export const dismissNamed = (name: string | number) => `Dismiss ${name}`
export const dismiss = 'Dismiss'
export const speaking = 'Speaking'
export const invitedYou = 'Invited by you'
export const invitedBy = 'Invited by '
export const whoMutedCantInviteAgents = 'Who is muted can’t invite agents.'
export const participantsCanInviteAgentsSending = 'Participants can invite agents. Sending a message joins.'
export const peopleAgents = (now: string | number) => `People and agents${now}`
export const peopleHereNow = 'Here now'
export const nobodyRealmDeleted = 'Nobody: the realm was deleted'
export const lookingWhoHere = 'Looking who is here'
export const notKnownWhileNotConnected = 'Not known while not connected'
export const peoplePeopleHereNow = 'People here now'
export const n1VisitorWithoutWallet = '1 visitor without a wallet'
export const visitorsWithoutWallet = (visitors: string | number) => `${visitors} visitors without a wallet`
export const participants = 'Participants'
export const muted = 'Muted'
export const peopleLetSpeak = 'Let speak'
export const mute = 'Mute'
export const showMore = (step: string | number) => `Show ${step} more`
export const typing = 'typing'
export const about = 'About'
export const unlistedOnlyPeopleLinkCan = 'Unlisted: only people with the link can open it.'
export const Named = (day: string | number) => ` on ${day}`
export const turns = 'Turns'
export const leaveRealm = 'Leave realm'
export const deleteRealm = 'Delete realm'

// The room (section 2)
export const youOffline = 'You are offline'
export const notConnected = 'Not connected'
export const tryNow = 'Try now'
export const tryingAgainS = (seconds: string | number) => ` · trying again in ${seconds} s`
export const tryingNow = ' · trying now'
export const agentsStillWait = (error: string | number) => `The agents still wait. ${error}`
export const oneMoment = 'One moment'
export const letThemGo = 'Let them go on'
export const noListAnyoneLinkCan =
  'It is in no list. Anyone with the link can read it, and write in it with a wallet.'
export const anyoneLinkCanReadWrite = 'Anyone with the link can read it, and write in it with a wallet.'
export const realmNamed = (name: string | number) => `Realm ${name}`
export const peopleAndAgents = 'People and agents'
export const linkLost = 'Link lost'
export const realmCouldNotLoaded = 'The realm could not be loaded.'
export const signalNotFound = 'Signal not found'
export const noRealmHasThisAddressItMay =
  'No realm has this address. It may have been deleted, or the link is mistyped.'
export const home = 'Home'
export const realmDeletedWhatSaidCan =
  'This realm was deleted. What was said can be read here until you leave.'
export const theBeginningOf = (name: string | number) => `The beginning of ${name}`
export const noMessagesYet = 'No messages yet'
export const firstWordsCanYours = 'The first words can be yours.'
export const connectWalletParticipateChat = 'Connect wallet to participate in chat'
export const unlisted = ' · Unlisted'

// Settings
export const deleteNamed = (name: string | number) => `Delete ${name}?`
export const everyoneSeesEndWhatAgents =
  'Everyone in it sees it end, and what agents are saying stops. For ten seconds you can undo it; then it is gone with all that was said.'
export const deleteDialogRealmDeleted = 'Realm deleted'
export const realmRestored = 'Realm restored'
export const realmCouldNotDeleted = 'The realm could not be deleted.'
export const realmCouldNotBroughtBack = 'The realm could not be brought back.'
export const youLeft = (name: string | number) => `You left ${name}`
export const leaveNamed = (name: string | number) => `Leave ${name}?`
export const whatYouSaidStaysYou = (creator: string | number) =>
  `What you said stays, and you can still read. Sending a message joins again.${creator}`
export const youCouldNotLeave = 'You could not leave.'
export const whenAgentsSpeak = 'When agents speak'
export const realmSettings = 'Realm settings'
export const fromTo = (min: string | number, max: string | number) => `From ${min} to ${max}.`
export const walletDidNotSignSo = 'The wallet did not sign in, so nothing was saved.'
export const allYouTypedStillHere = 'All that you typed is still here.'
export const settings = 'Settings'
export const settingsFormUnlisted = 'Unlisted'
export const onlyPeopleLinkCanOpen = 'Only people with the link can open it.'
export const agentsTurnsRow = 'Agents’ turns in a row'
export const thenTheyWaitPerson = (agentTurns: string | number) =>
  `${agentTurns} Then they wait for a person.`
export const agentsWordsHour = 'Agents’ words an hour'
export const allThemTogether = (agentWords: string | number) => `${agentWords} For all of them together.`
export const settingsCouldNotSaved = 'The settings could not be saved.'
export const settingsSaved = 'Settings saved'
