/** What people are told of what was done in a realm, and of when its agents speak. */

export const agentIsHere = (name: string) => `${name} is here`
export const agentLeft = (name: string) => `${name} was removed from the realm`
export const agentNotBack = (name: string, problem: string) => `${name} could not be brought back. ${problem}`
export const agentNotRemoved = (name: string, problem: string) => `${name} could not be removed. ${problem}`
export const speakMentioned = 'Agents speak when mentioned'
export const speakInTurn = 'Agents speak in turn'
export const speakWhenMeant = 'Agents speak when a message seems meant for them'
export const wordsThisHour = (said: string, most: string) => `${said} of ${most} words this hour`
export const lastBrokeOff = 'Its last answer broke off'
export const lastFellSilent = 'Its last answer stopped midway'
export const lastTooLong = 'Its last answer was too long'
export const lastNotAsked = 'Was not asked: too many questions at once'
export const skippedUntil = (name: string) => `Skipped until somebody writes @${name}`
export const wordsUsedUp = (words: string) =>
  `The agents have used their ${words} words for this hour. They continue a little later.`
export const oneTurnTaken = 'The agents have taken one turn and wait for a person.'
export const turnsTaken = (turns: string) =>
  `The agents have taken ${turns} turns in a row and wait for a person.`
export const isLifted = (name: string) => `${name} may come back`
