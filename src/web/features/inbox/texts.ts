export const title = 'Inbox'
export const summary = 'What your agents wait for you to decide, wherever they asked.'
export const intro =
  'Whatever an agent asks you before it goes on, in chats, realms and runs. Nothing runs while it waits.'
export const lockedForVisitors = 'Your inbox opens with your wallet.'
export const lockedUntilSignIn = 'Sign in to see what waits for you.'
export const lockedReason = 'Agents ask whoever they work for before they act. What they ask you waits here.'

export const waiting = 'Waits for you'
export const waitingLoading = 'Looking for what waits for you'
export const waitingCount = (count: number) =>
  count === 1 ? '1 request waits for you' : `${count} requests wait for you`
export const waitingFailed = 'What waits for you did not arrive.'
/** Announced with a full stop of its own. */
export const nothingMore = 'Nothing waits for you'
export const nothingTitle = `${nothingMore}.`
export const nothing =
  'When an agent wants to act, or has a question, it stops and asks. You find that here, and can decide at once.'
export const toAgents = 'Meet agents'
export const inChat = 'Chat'
export const inRealm = 'Realm'
export const inRun = 'Run'
export const openWhere = 'Open'

export const ended = 'While you were away'
export const endedAs = { finished: 'Finished', failed: 'Failed', expired: 'Nobody decided in time' } as const
export const clearEnded = 'Clear'
export const clearEndedWhat = 'what ended while you were away'
export const notCleared = (why: string) => `That could not be cleared. ${why}`

export const settings = 'How you are told'
export const settingsLoading = 'Loading how you are told'
export const settingsFailed = 'The settings did not arrive'
export const push = 'Notifications in this browser'
export const pushHint =
  'Says which agent waits and the name of the tool, through the service of your browser’s maker, and encrypted. Never what an agent wants to send, and no word of a conversation.'
export const pushUnsupported =
  'This browser can’t show notifications of this place. On an iPhone or iPad it can once Bionic is installed as an app.'
export const pushDenied =
  'This browser blocks notifications of this place. Allow them in its settings for this site, then come back.'
export const pushNotReady = 'This browser is not ready for it yet. Reload the page and try again.'
export const pushFailed = (why: string) => `Notifications stay as they were. ${why}`
export const pushDeclined = 'Notifications stay off: the browser was not allowed to show any.'
export const otherBrowsers = (count: number) =>
  count === 1 ? 'One more browser of yours is told.' : `${count} more browsers of yours are told.`

export const quiet = 'Quiet hours'
export const quietHint =
  'No browser is told anything in them. Once they are over, one notification says what still waits.'
export const quietFrom = 'From'
export const quietTo = 'Until'
export const quietZone = (zone: string) => `In the time of ${zone.replaceAll('_', ' ')}.`
export const quietElsewhere = (here: string) => `You are in ${here.replaceAll('_', ' ')} now.`
export const quietUseHere = 'Use the time here'
export const notStored = (why: string) => `Your quiet hours stay as they were. ${why}`

export const grantsLoading = 'Loading what you allowed'
export const grantsCount = (count: number) =>
  count === 1 ? 'One tool is allowed' : `${count} tools are allowed`
export const noGrants =
  'Nothing yet. Where an agent asks whether it may use a tool, “always” puts that permission here.'
export const grantsFailed = 'What you allowed did not arrive.'
export const goneAgent = 'An agent that is gone'
export const ofThisPlace = 'This place'
export const grantAgent = 'Agent'
export const grantOrigin = 'At'
export const grantSince = 'Since'
export const grantLastUse = 'Last used'
export const neverUsed = 'Never'
export const grantChanged = 'Changed since: it asks again'
export const takeBack = 'Take back'
export const takeBackTitle = (tool: string) => `Take back “${tool}”?`
export const takeBackAbout = (agent: string) =>
  `${agent} asks you again before it uses this tool. What it did so far stays as it is.`
export const takingBack = 'Taking back …'
export const keepGrant = 'Keep it'
export const takenBack = (tool: string) => `“${tool}” asks again from now on.`
export const notTakenBack = 'It is still allowed.'

export const toInbox = (count: number) =>
  count === 0 ? title : `${title}, ${waitingCount(count).toLowerCase()}`
