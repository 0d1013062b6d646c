import type { ConsentReason } from '../../../shared/tools/tool-states.ts'

// What a call is doing
export const states = {
  proposed: 'Being prepared',
  waiting: 'Waits for you',
  allowed: 'Allowed',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  refused: 'Refused',
  superseded: 'Not run: the conversation went on',
  expired: 'Not run: nobody decided in time',
  unknown: 'May have happened',
} as const
export const waitsForSomebody = 'Waits for a decision'
export const settledAs = (title: string, state: string) => `${title}: ${state.toLowerCase()}`
export const took = (time: string) => `in ${time}`
export const at = 'at'
export const atOrigin = (host: string) => `${at} ${host}`
export const decided = 'Decided'
export const ofThisPlace = 'A tool of this place'

// Consent
export const wants = (agent: string) => `${agent} wants to use`
export const mayRemember = (agent: string) => `May ${agent} remember this?`
export const asks = (agent: string) => `${agent} asks you`
export const needsSignIn = (agent: string) => `${agent} needs you to sign in`
export const whatIsSent = 'What is sent'
export const whatIsRemembered = 'What would be remembered'
export const nothingIsSent = 'Nothing but the request itself.'
export const showAll = (left: number) =>
  `Show all of it: ${left.toLocaleString('en-US')} more ${left === 1 ? 'character' : 'characters'}`
export const goesOn = (name: string) => `${name} (goes on)`
export const request = 'The request'
export const exactly = 'Exactly as written'
export const exactBytes = (bytes: string) => `${bytes}, exactly these:`
export const bytes = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'byte' : 'bytes'}`
export const receiver = 'Receiver'
export const whyAsked = 'Why you are asked'
export const reasons: Record<ConsentReason, string> = {
  acts: 'As soon as you allow it, what you see above leaves this place or changes something. It can’t be taken back from here.',
  untrusted: 'Text of others is in this conversation. It may have talked the agent into this.',
  private: 'Private text is in this conversation. Some of it may be in what is sent.',
  first: 'This agent has not used this tool for you before.',
  remember:
    'You have not decided yet whether this agent may remember what you say. If you allow it, its memory is on from then on, and you see and change all of it.',
  unsaid: 'You did not say it in these words, or a text that is not yours may have suggested it.',
}
export const checkEachLetter =
  'Text of others and private text have come together here, so this is asked every time. Look at what is sent before you allow it.'
export const allowOnce = 'Allow once'
export const rememberIt = 'Remember it'
export const alwaysAllow = 'Always allow for this agent'
export const refuse = 'Refuse'
export const refuseWith = (agent: string) => `Words to ${agent} (optional)`
export const refuseHint = 'The agent reads them and goes on without the tool.'
export const back = 'Back'
export const until = (time: string) => `It waits until ${time}.`

// What an agent wants to remember
export const rememberFirst = (agent: string) =>
  `${agent} will see this with each of your questions from now on, in all your conversations with it. That switches on its memory of you: nobody else sees it, and you can change or delete all of it.`
export const rememberAbout = (agent: string) =>
  `${agent} will see this with each of your questions, in all your conversations with it. Nobody else sees it.`
export const inPlaceOf = 'In place of'
export const factNumber = (number: number) => `what it remembers as number ${number}`
export const remember = 'Remember'
export const dontRemember = 'Don’t remember'
export const neverForAgent = 'Never for this agent'
export const neverRemembers = (agent: string) =>
  `${agent} remembers nothing of you from now on. You can switch it on again in the menu of the chat.`
export const remembered = 'Remembered:'
export const undo = 'Undo'
export const undoOf = 'what was remembered'
export const forgotten = 'Not remembered any more.'
export const notForgotten = (why: string) => `It is still remembered. ${why}`

// Questions of a tool
export const yourAnswer = 'Your answer'
export const answer = 'Answer'
export const answerSent = 'Your answer was sent.'
export const decline = 'Do not answer'
export const chooseOne = 'Choose one of them.'
export const cannotAnswer = 'This asks for something that this page has no field for. You can only decline.'
export const opensHost = 'The page is at'
export const openPage = 'Open the page'
export const havingOpened = 'I am done there'
export const signInAt = 'Sign in to let this agent use your account at'
export const signIn = 'Sign in'
export const goesOnSignedIn = 'It goes on by itself once you are signed in there.'
export const notNow = 'Not now'
export const notAnAddress = 'The tool gave an address that cannot be opened.'

// What may have happened
export const mayHaveHappened = 'It may have happened'
export const sentWithoutAnswer = (host: string) =>
  `This was sent to ${host}, and the server here stopped before an answer came. It is not sent again by itself. Look there, then say what became of it.`
export const sentHere =
  'This was begun, and the server stopped before it was done. It is not done again by itself.'
export const happened = 'It happened'
export const didNot = 'It didn’t'
export const askAnew = 'Ask anew'

// Details
export const result = 'What came back'
export const resultCut = (length: string) => `The beginning of ${length} characters.`
export const emptyResult = 'Nothing.'
export const yourWords = 'What you said'
export const why = 'Why'

// What went wrong
export const needsConnection = 'You are offline. You can decide once the connection is back.'
export const notDecided = (why: string) => `Not decided. ${why}`

// Fields of a form
export const required = (label: string) => `${label} is required.`
export const aNumber = (label: string) => `${label} must be a number.`
export const anInteger = (label: string) => `${label} must be a whole number.`
export const atLeast = (label: string, least: number) => `${label} must be at least ${least}.`
export const atMost = (label: string, most: number) => `${label} must be at most ${most}.`
export const tooShort = (label: string, least: number) => `${label} needs at least ${least} characters.`
export const tooLong = (label: string, most: number) => `${label} can have at most ${most} characters.`
export const anEmail = (label: string) => `${label} must be an e-mail address.`
export const anAddress = (label: string) => `${label} must be an address such as https://example.com.`
export const aDate = (label: string) => `${label} must be a date such as 2026-11-26.`
export const aTime = (label: string) => `${label} must be a time such as 2026-11-26T14:00:00Z.`
export const wordsTooLong = (most: number) => `Say it in ${most.toLocaleString('en-US')} characters at most.`
