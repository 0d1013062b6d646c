export const hub = 'Swarm Intelligence Hub'
export const connect = 'Connect'
export const home = 'Home'
export const tryAgain = 'Try again'
export const noCopying = 'The browser did not allow copying.'
export const agents = 'Agents'
export const talkAlone = (name: string) => `Talk with ${name} alone`

export const newRun = 'New run'
export const task = 'Task'
export const taskPlaceholder = 'What should the agents work on together?'
export const beginRun = 'Begin the run'
export const beginning = 'Beginning'
export const notBegun = 'The run did not start.'
export const runningRuns = 'Runs in progress'
export const overByNow = 'They have ended by now. Begin the run again.'
export const waitingForWallet = 'Waiting for your wallet, so that this run is saved to it.'
export const lookingForSession = 'Checking whether you are signed in.'
export const keptForYou = 'Only your wallet can see it. It continues while you are away.'
export const keptAnHour = 'Without a wallet it is kept for an hour, and anyone with its link can open it. '
export const connectToKeep = 'Connect to keep it'
export const howTheyWork = 'How they work'
export const modeParallel = 'Each answers on its own, all at once.'
export const modeDebate = 'Round by round, each answers what the others said.'
export const modeRelay = 'One after the other, each builds on the last.'
export const parallel = 'Parallel, then synthesis'
export const debate = 'Debate'
export const relay = 'Relay'

export const chosenAgents = 'Chosen agents'
export const addAgent = 'Add an agent'
export const addAgents = 'Add agents'
export const addAgentsAbout = 'They work on the task together.'
export const added = (name: string) => `${name} was added. `
export const ofAtMost = (count: number, max: number) => `${count} of at most ${max}`
export const done = 'Done'
export const asManyAsARunHas = (max: number) => `A run has at most ${max} agents.`
export const chooseAgents = (min: number, max: number) => `Choose ${min} to ${max}.`
export const inThisOrder = (left: number) => `They speak in this order. You can add ${left} more.`
export const canJoin = (left: number) => `You can add ${left} more.`
export const moveEarlier = (name: string) => `Move ${name} earlier`
export const moveLater = (name: string) => `Move ${name} later`
export const wasRemoved = (name: string) => `${name} was removed.`
export const placeOf = (place: number, last: number) => `${place} of ${last}`
export const notThere = 'No longer available'
export const removeAgent = (name: string) => `Remove ${name}`
export const notFoundInLink = 'Some agents in that link could not be found.'
export const notAddedFromLink = (max: number) =>
  `Some agents in that link could not be added: a run has at most ${max}.`
export const oneGone = 'One agent is no longer available. Remove it, or choose another.'
export const someGone = 'Some agents are no longer available. Remove them, or choose others.'

export const rounds = 'Rounds'
export const round = 'round'
export const oneLess = 'One round fewer'
export const oneMore = 'One round more'
export const allAtOnce = 'All answer at once'
export const words = 'Words'
export const orChoose = 'Or choose'
export const giveWords = (fewest: string, most: string) =>
  `Enter ${fewest} to ${most} words, including the synthesis.`
export const tooFewWords = (fewest: number) => `That many turns need at least ${fewest} words.`
export const countOfAgents = (count: number) => (count === 1 ? '1 agent' : `${count} agents`)
export const countOfRounds = (count: number) => (count === 1 ? '1 round' : `${count} rounds`)
export const withTheFewest = (agents: string) => `With ${agents}`
export const mayTake = (turns: number, words: string, each: number) =>
  `at most ${turns} turns and ${words} words, including the synthesis. About ${each} words for each.`

export const loadingRun = 'Loading the run'
export const runNotLoaded = 'The run could not be loaded'
export const signalNotFound = 'Signal not found'
export const runNotFound = 'Run not found'
export const runNotFoundAbout =
  'It may not be shared, it may have been deleted, or the link may be mistyped. A run without a wallet is gone after an hour, or when the server restarts.'
export const ifYours = ' If it is yours, sign in with the wallet that began it.'
export const noLongerShared = 'No longer shared'
export const noLongerSharedAbout = 'Its owner stopped sharing it, or deleted it.'
export const beginARun = 'Begin a run'
export const beginYourOwn = 'Begin your own'
export const beginNew = 'Begin a new run'
/** Space for a time that is not known yet. */
export const roomForTime = 'Jan 1, 2026, 00:00'
export const running = 'Running'
export const finished = 'Finished'
const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five']
export const agentsInWords = (count: number) =>
  `${numbers[count] ?? count} ${count === 1 ? 'agent' : 'agents'}`
export const sideBySide = (agents: string) => `${agents} side by side`
export const inDebate = (agents: string) => `${agents} in debate`
export const inRelay = (agents: string) => `${agents} in relay`
export const begun = 'Begun '
export const sharedWithYou = 'Shared with you, read-only'
export const newTextAppears = 'New text appears here as it is written.'
export const stopRun = 'Stop the run'
export const stopAgain = 'Stop again'
export const stopping = 'Stopping'
export const stop = 'Stop'
export const reconnecting = 'Reconnecting'
export const connectionLost = 'Connection lost'
export const deleteIt = 'Delete'
export const deleting = 'Deleting'
export const deleteRun = (task: string) => `Delete the run ${task}`
export const runDeleted = 'Run deleted'
export const runRestored = 'Run restored'
export const runNotDeleted = 'The run could not be deleted.'
export const runNotRestored = 'The run could not be restored.'
export const exportRun = 'Export'
export const asMarkdown = 'as Markdown'
export const again = (label: string) => `${label} again`

export const followUp = 'Follow-up'
export const lessOfTask = 'Show less of the task'
export const wholeTask = 'Show the whole task'
export const agentsInOrder = 'Agents, in order'
export const wordsOf = (said: string, given: string) => `${said} of ${given} words`
export const turnsOf = (taken: number, most: number) => `${taken} of at most ${most} turns`
export const reserved = (count: string) => `${count} more are reserved for the agents that are speaking.`
export const roundNumber = (round: number) => `Round ${round}`
export const waitsAfter = (name: string) => `Waiting for its turn, after ${name}`
export const waits = 'Waiting for its turn'
export const askedAgainAfter = (words: number) => `Broke off after ${words} words and was asked again.`
export const askedAgain = 'Was asked again.'
export const agentSaid = (name: string) => `${name} said:`
export const thinking = 'Thinking'
export const showLane = (name: string, state: string) => `Show ${name}: ${state}`
export const laneWaiting = 'Waiting'
export const laneSpeaking = 'Speaking'
export const waitsForDecision = 'Waits for a decision'
export const notAsked = 'Not asked'
export const laneStopped = 'Stopped'
export const laneInterrupted = 'Interrupted'
export const laneFailed = 'Failed'
export const dropped = 'Removed'
export const leftOut = 'Left out of the synthesis'
export const limitWaits = 'Too many questions at once: the run waits and continues by itself.'
export const limitWaitsFor = (count: number) =>
  `Too many questions at once. The run continues by itself in ${count} ${count === 1 ? 'second' : 'seconds'}.`
export const takeOut = 'Remove'
export const takingOut = 'Removing'
export const takeOutTitle = (name: string) => `Remove ${name} from the run?`
export const takeOutAbout = 'It takes no further part in this run. This can’t be undone.'
export const keep = 'Keep'
export const fromThisRun = (name: string) => `${name} from this run`

export const synthesis = 'Synthesis'
export const copySynthesis = 'Copy the synthesis'
export const combines = (names: string) => `Combines the answers of ${names}.`
export const leavesOut = (names: string) => ` Left out: ${names}.`

export const noAnswerModel = 'Did not answer: its model failed'
export const brokeOffModel = 'Broke off: its model failed'
export const noAnswerInTime = 'Did not answer in time'
export const stoppedMidway = 'Stopped midway'
export const cutOff = 'Cut off: too long'
export const notAskedLimit = 'Not asked: too many questions at once'
export const noAnswer = 'Did not answer'
export const brokenOff = 'Broken off'
export const stoppedBefore = 'Stopped before it began'
export const interruptedBefore = 'Interrupted before it began'
export const saidNothing = 'Empty answer'
export const cutAt = (words: string) => `Cut off at ${words} words`

export const synthesisWritten = 'The synthesis is written.'
export const synthesisEnded = (how: string) => `Synthesis: ${how}.`
export const synthesisBegins = 'The synthesis begins.'
export const nowSpeaking = (names: string, count: number) => `${names} ${count === 1 ? 'speaks' : 'speak'}.`
export const wasTakenOut = (name: string) => `${name} was removed from the run.`
export const runContinues = 'The run continues.'
export const runFinished = 'The run is finished.'
export const runStopped = 'The run is stopped.'
export const runFailed = 'The run has failed.'
export const runInterrupted = 'The run was interrupted.'
export const reconnectingNews = 'Reconnecting.'
export const connectionLostNews = 'The connection to the run is lost.'
export const connectedAgain = 'Connected again.'

export const goOn = 'Continue'
export const goingOn = 'Continuing'
export const goneOnOften = (times: number) =>
  `This run was continued ${times} times, which is the most there can be.`
export const allTakenOut = 'All agents of this run were removed, so it can’t be continued.'
export const oneLeftKnows = 'The remaining agent knows'
export const agentsKnow = (seats: number) => `The ${seats} agents know`
export const howThisEnded = 'how this ended.'
export const notGoneOn = 'The run was not continued.'
export const nextTask = 'What should they do next?'
export const interruptedTitle = 'The run was interrupted'
export const interruptedAbout =
  'The server stopped while agents were speaking. What they said so far is kept. Resume to ask those that were cut off again.'
export const stoppedTitle = 'The run was stopped'
export const stoppedAbout = 'Resume to continue from here, with the remaining turns and the synthesis.'
export const failedTitle = 'The run has failed'
export const failedAbout = 'Resume to ask the agents that failed again.'
export const withinTheWords = 'It stays within the words that are left.'
export const resume = 'Resume'
export const resuming = 'Resuming'

export const thisRun = 'this run'
export const shareReadOnly = 'Share read-only'
export const sharedAbout =
  'Anyone with the link can read this run and what is added later, and see that it is yours.'
export const notSharedAbout = 'Only your wallet can read this run.'
export const shareAbout =
  'Anyone with the link can read the run and what is added later, until you stop sharing it.'
export const isNotShared = 'The run is not shared.'
export const isStillShared = 'The run is still shared.'
export const keptUntil = 'Kept until '
export const unkeptAbout = 'Anyone with its link can read, stop and continue it.'
export const nextIsKept = 'Your next run is saved to your wallet.'
export const connectAWallet = 'Connect a wallet'
export const andNextIsKept = 'to save your next run.'
export const unkeptShareAbout =
  'Anyone with the link can read, stop and continue the run as long as it is kept.'

export const serverGone = 'This run is no longer on the server'
export const serverGoneAbout =
  'Its hour is over, somebody deleted it, or the server restarted. Runs without a wallet are kept in memory only. You still see what this page has loaded; a reload clears it.'
export const copyAsMarkdown = 'Copy as Markdown'
export const copiedAsMarkdown = 'Run copied as Markdown'

export const keptRuns = 'Saved runs'
export const keptRun = 'saved run'
export const parallelShort = 'Parallel'
export const forVisitors =
  'Sign in with a wallet to save your runs: each gets an address of its own, and you can follow, share and continue it from anywhere. Without a wallet a run is kept for an hour.'
export const noRuns =
  'Nothing yet. Give two to five agents a task. The run is saved here for your wallet alone, and continues while you are away.'
export const begunInThisTab = 'Begun in this tab'
export const shared = 'Shared'
