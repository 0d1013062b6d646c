// What is done with a message
export const againNamed = (label: string | number) => `${label} again`
export const parallelThenSynthesis = 'Parallel, then synthesis'
export const didNotAnswerModelFailed = 'Did not answer: its model failed'
export const brokeOffModelFailed = 'Broke off: its model failed'
export const didNotAnswerTime = 'Did not answer in time'
export const fellSilent = 'Fell silent'
export const cutOffSaidTooMuch = 'Cut off: it said too much'
export const notAskedTooManyQuestions = 'Not asked: too many questions at once'
export const didNotAnswer = 'Did not answer'
export const brokenOff = 'Broken off'
export const stoppedBeforeFirstWords = 'Stopped before its first words'
export const interruptedBeforeFirstWords = 'Interrupted before its first words'
export const saidNothing = 'Said nothing'
export const cutAtWords = (given: string | number) => `Cut at its ${given} words`
export const takeOut = 'Take out'
export const takeOutTakeOut = (name: string | number) => `Take ${name} out?`
export const willNotAnswerAgainRun = 'It will not answer again in this run.'
export const takingOut = 'Taking out'
export const keep = 'Keep'

// What is asked of the server
export const runDeleted = 'Run deleted'
export const runRestored = 'Run restored'
export const runCouldNotDeleted = 'The run could not be deleted.'
export const runCouldNotBroughtBack = 'The run could not be brought back.'

// The task
export const addAgents = 'Add agents'
export const theyWorkTaskTogether = 'They work on the task together.'
export const isIn = (added: string | number) => `${added} is in. `
export const atMost = (agents: string | number, max: string | number) => `${agents} of at most ${max}`
export const done = 'Done'
export const agents = 'Agents'
export const chosenAgents = 'Chosen agents'
export const addAgent = 'Add an agent'
export const chooseTo = (min: string | number, max: string | number) => `Choose ${min} to ${max}.`
export const theySpeakOrderMoreCan = (count: string | number) =>
  `They speak in this order. ${count} more can join.`
export const runNotStarted = 'The run was not started.'
export const runningRuns = 'Running runs'
export const theyHaveFinishedTryAgain = 'They have finished. Try again.'
export const newRun = 'New run'
export const task = 'Task'
export const whatAgentsWorkTogether = 'What the agents are to work on together'
export const beginning = 'Beginning'
export const beginRun = 'Begin the run'
export const moveNamed = (name: string | number, later: string | number) => `Move ${name} ${later}`
export const Named = (place: string | number, last: string | number) => `${place} of ${last}`
export const noLongerAvailable = 'No longer available'
export const removeNamed = (name: string | number) => `Remove ${name}`
export const eachAnswersOwnAllAt = 'Each answers on its own, all at once.'
export const roundRoundEachAnswersWhat = 'Round by round, each answers what the others said.'
export const oneAfterOtherEachBuilds = 'One after the other, each builds on the last.'
export const howTheyWork = 'How they work'
export const notEveryAgentLinkCould = 'Not every agent of that link could be found.'
export const notEveryAgentOfThatLinkCould = (max: string | number) =>
  `Not every agent of that link could be added: a run has at most ${max}.`
export const oneAgentNoLongerExists = 'One agent no longer exists. Remove it or choose another.'
export const someAgentsNoLongerExist = 'Some agents no longer exist. Remove them or choose others.'

// The screen
export const words = 'Words'
export const orChoose = 'Or choose'
export const giveFromWordsSynthesisIncluded = (fewest: string | number, max: string | number) =>
  `Give from ${fewest} to ${max} words, the synthesis included.`
export const withTheFewest = (agents: string | number) => `With the fewest, ${agents}`
export const rounds = 'Rounds'
export const oneRoundLess = 'One round less'
export const oneRoundMore = 'One round more'
export const allAnswerAtOnce = 'All answer at once'
export const waitingYourWalletSoRun = 'Waiting for your wallet, so that this run is kept.'
export const lookingYourSession = 'Looking for your session.'
export const keptYourWalletAloneAt =
  'Kept for your wallet alone, at an address of its own. It goes on while you are away.'
export const withoutWalletKeptHourWhoever =
  'Without a wallet it is kept for an hour, for whoever has its link. '
export const connectKeep = 'Connect to keep it'

// A saved run
export const runContinuedTimesWhichLimit = (swarmPhases: string | number) =>
  `This run was continued ${swarmPhases} times, which is the limit.`
export const allAgentsRunWereRemoved = 'All agents of this run were removed, so it can’t continue.'
export const beginNewRun = 'Begin a new run'
export const goOn = 'Go on'
export const agentLeftKnows = 'The agent that is left knows'
export const agentsKnow = (seats: string | number) => `The ${seats} agents know`
export const howEnded = 'how this ended.'
export const runNotContinued = 'The run was not continued.'
export const whatTheyDoNext = 'What they are to do next'
export const goingOn = 'Going on'
export const tryAgain = 'Try again'
export const exportAction = 'Export'
export const asMarkdown = 'as Markdown'
export const runCopiedMarkdown = 'The run is copied as Markdown'
export const browserDidNotAllowCopying = 'The browser did not allow copying.'
export const serverNoLongerHasRun = 'The server no longer has this run'
export const hourOverSomeoneDeletedServer =
  'Its hour is over, someone deleted it, or the server restarted. Without a wallet it was only kept in memory. What you see is all this page still has, and a reload removes it.'
export const copyMarkdown = 'Copy as Markdown'
export const runCouldNotLoaded = 'The run could not be loaded'
export const sharedYouRead = 'Shared with you, to read'
export const newMessagesAppearHereThey = 'New messages appear here as they come.'
export const beginYourOwn = 'Begin your own'
export const loadingRun = 'Loading the run'
export const signalNotFound = 'Signal not found'
export const noLongerShared = 'No longer shared'
export const runNotFound = 'Run not found'
export const ownerStoppedSharingRunDeleted = 'The owner stopped sharing this run, or deleted it.'
export const thereNoRunAtAddress =
  'There is no run at this address. It may not be shared, may have been deleted, or the link is mistyped. Runs started without a wallet are deleted after an hour, or when the server restarts.'
export const ifYoursSignWalletStarted = ' If it is yours, sign in with the wallet that started it.'
export const beginARun = 'Begin a run'
export const home = 'Home'
export const connect = 'Connect'
export const deleting = 'Deleting'
export const deleteAction = 'Delete'
export const soManyTurnsNeedAt = (fewest: string | number) => `So many turns need at least ${fewest} words.`
export const runInterrupted = 'The run was interrupted'
export const serverStoppedWhileAgentsWere =
  'The server stopped while agents were answering. Their words so far are saved. If you continue, the interrupted agents are asked again.'
export const runStopped = 'The run was stopped'
export const ifYouContinueGoesFrom =
  'If you continue, it goes on from here with the remaining turns and the synthesis.'
export const runHasFailed = 'The run has failed'
export const ifYouContinueFailedAnswers = 'If you continue, the failed answers are asked again.'
export const usesOnlyWordsLeft = 'It uses only the words that are left.'
export const continuing = 'Continuing'
export const continueRun = 'Continue'
export const swarmIntelligenceHub = 'Swarm Intelligence Hub'
export const begun = 'Begun '
export const jan120260000 = 'Jan 1, 2026, 00:00'
export const anyoneLinkCanReadRun =
  'Anyone with the link can read the run, and what is added later, until you stop sharing.'
export const notShared = 'It is not shared.'
export const stillShared = 'It is still shared.'
export const shareReadOnly = 'Share read-only'
export const anyoneWithTheLinkCanReadThis =
  'Anyone with the link can read this run, what is added later, and whose it is.'
export const onlyYourWalletCanRead = 'Only your wallet can read this run.'
export const keptUntil = 'Kept until '
export const anyoneLinkCanReadStop = 'Anyone with its link can read, stop and continue it, just like you.'
export const yourWalletKeepsNextOne = 'Your wallet keeps the next one.'
export const connectWallet = 'Connect a wallet'
export const nextOneKept = 'and the next one is kept.'
export const anyoneWithTheLinkCanReadStop =
  'Anyone with the link can read, stop and continue the run for as long as it is kept.'

// An agent’s lane
export const notAsked = 'Not asked'
export const takenOut = 'Taken out'
export const leftOutSynthesis = 'Left out of the synthesis'
export const showNamed = (agentName: string | number, state: string | number) => `Show ${agentName}: ${state}`
export const talkAlone = (agentName: string | number) => `Talk with ${agentName} alone`
export const roundNamed = (round: string | number) => `Round ${round}`
export const waitsTurnAfter = (agentName: string | number) => `Waits for its turn, after ${agentName}`
export const waitsTurn = 'Waits for its turn'
export const brokeOffAfterWordsAsked = (said: string | number) =>
  `Broke off after ${said} words, and was asked once more.`
export const askedOnceMore = 'Was asked once more.'
export const saidNamed = (agentName: string | number) => `${agentName} said:`
export const thinking = 'Thinking'
export const stop = 'Stop'

// A run
export const tooManyQuestionsAtOnce = 'Too many questions at once: the run waits and goes on by itself.'
export const tooManyQuestionsAtOnceTheRun = (seconds: string | number, seconds2: string | number) =>
  `Too many questions at once. The run goes on by itself in ${seconds} ${seconds2}.`
export const goneOnWith = 'Gone on with'
export const agentsTheirOrder = 'Agents, in their order'
export const ofWords = (said: string | number, words: string | number) => `${said} of ${words} words`
export const atMostTurns = (turnsTaken: string | number, most: string | number) =>
  `${turnsTaken} of at most ${most} turns`
export const moreSetAsideWhoSpeaks = (open: string | number) => `${open} more are set aside for who speaks.`
export const foldTask = 'Fold the task'
export const showWholeTask = 'Show the whole task'
export const reconnecting = 'Reconnecting'
export const connectionLost = 'Connection lost'
export const stopping = 'Stopping'
export const stopAgain = 'Stop again'
export const stopRun = 'Stop the run'
export const synthesisWritten = 'The synthesis is written.'
export const synthesisNamed = (turn: string | number) => `Synthesis: ${turn}.`
export const synthesisBegins = 'The synthesis begins.'
export const runGoes = 'The run goes on.'
export const runFinished = 'The run is finished.'
export const theRunIsStopped = 'The run is stopped.'
export const theRunHasFailed = 'The run has failed.'
export const theRunWasInterrupted = 'The run was interrupted.'
export const connectionRunLost = 'The connection to the run was lost.'
export const connectedAgain = 'Connected again.'
export const synthesis = 'Synthesis'
export const copySynthesis = 'Copy the synthesis'
export const joinsWords = (joined: string | number) => `Joins the words of ${joined}.`
export const leftOut = (leftOut: string | number) => ` Left out: ${leftOut}.`

// Saved runs
export const keptRuns = 'Kept runs'
export const runsSavedSignedWalletsSo =
  'Runs are saved for signed-in wallets, so you can follow, share and continue them anywhere. Without a wallet a run is kept for an hour.'
export const nothingYetGiveTwoFive =
  'Nothing yet. Give two to five agents a task: the run is kept here, for your wallet alone, and goes on while you are away.'
export const begunTab = 'Begun in this tab'
export const shared = 'Shared'
export const deleteRun = (task: string | number) => `Delete the run ${task}`
