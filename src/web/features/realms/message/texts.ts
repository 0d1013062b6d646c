/** What people read of one message of a realm, and what they can do with it. */

export const youSaid = 'You said:'
export const agentSaid = (name: string) => `${name} said:`
export const saidAside = 'said:'
export const removed = 'Message removed'
export const messageTakenDown = 'Message taken down'
export const sending = 'Sending'
export const letAgentsContinue = ' let the agents continue '
export const processing = 'Processing neural response'
export const stop = 'Stop'
export const stopping = 'Stopping'
export const earlierMessage = 'Earlier message'
export const noText = 'No text yet'
export const quoteRemoved = 'Removed'
export const quoteContinue = 'let the agents continue'
export const you = 'You'
export const inReplyTo = 'In reply to'
export const reply = 'Reply'
export const messageOptions = 'Message options'
export const optionsNotLoaded = 'The options could not be loaded. Check your connection and try again.'
export const copy = 'Copy'
export const copied = 'Copied'
export const noCopying = 'The browser did not allow copying.'
export const mute = (name: string) => `Mute ${name}`
export const unmute = (name: string) => `Unmute ${name}`
export const removeTitle = 'Remove this message?'
export const removeAbout = 'Nobody can read it any more. A note that a message was here stays.'
export const removeRunningAbout =
  'The agent stops writing. Nobody can read its answer any more. A note that a message was here stays.'
export const notRemoved = 'The message could not be removed.'
export const removing = 'Removing'
export const report = 'Report'
export const remove = 'Remove'
export const cutOff = 'Cut off: too long'
export const notAsked = 'Not asked: too many questions at once'
export const noAnswerInTime = 'Did not answer in time'
export const stoppedMidway = 'Stopped midway'
export const saidNothing = 'Empty answer'
export const stopped = 'Stopped'
export const interrupted = 'Interrupted'
export const waitsForDecision = 'Waits for whoever began it'
export const waitsForYou = 'Waits for you'
export const noAnswer = 'Did not answer'
export const brokenOff = 'Broken off'

// What the creator does about people and messages
export const heldForCreator = 'Waiting. The creator of this realm looks at it first.'
export const heldForYou = 'Held back. Only you and its author see it.'
export const letThrough = 'Let it through'
export const removeHeld = 'Remove'
export const blockPerson = (name: string) => `Block ${name}`
export const unblockPerson = (name: string) => `Unblock ${name}`
