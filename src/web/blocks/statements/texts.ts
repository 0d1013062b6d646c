import type { Ground, SuspensionScope } from '../../../shared/trust/desk.ts'
import type { ReportedKind } from '../../../shared/trust/reports.ts'

/** What people read of decisions about what is theirs: in plain sentences, with nobody named. */

// What was done
export const yours: Record<ReportedKind, string> = {
  agent: 'Your agent',
  realm: 'Your realm',
  realm_message: 'Your message',
  shared_copy: 'Your shared conversation',
  person: 'Your profile',
  picture: 'Your picture',
  rating: 'Your rating',
}
export const named = (what: string, title: string) => (title === '' ? what : `${what} “${title}”`)
export const takenDown = (what: string, day: string) => `${what} was taken down on ${day}.`
export const unlisted = (what: string, day: string) => `${what} was taken out of all lists on ${day}.`
export const putBack = (what: string, day: string) => `${what} was put back on ${day}.`
export const leftAsItIs = (what: string, day: string) => `${what} was looked at on ${day} and stays as it is.`
export const lifted = (day: string) => `Your suspension was lifted on ${day}.`
export const keysRevoked = (day: string) => `Your API keys were revoked on ${day}.`
export const suspended: Record<SuspensionScope, (day: string) => string> = {
  making: (day) => `Since ${day} you can’t make or change anything here.`,
  speaking: (day) => `Since ${day} you can’t write to agents or in realms.`,
  all: (day) => `Since ${day} you can’t make, change or write anything here.`,
}
export const until = (day: string) => `That ends on ${day}.`
export const untilEnded = (day: string) => `That ended on ${day}.`
export const withoutEnd = 'It has no end, unless it is lifted.'

// Why
export const reason = (ground: string) => `The reason is ${ground}.`
export const grounds: Record<Exclude<Ground, 'mistake'>, string> = {
  illegal: 'something that is against the law',
  harmful: 'something that can harm people',
  hateful: 'hatred against people',
  sexual: 'sexual content that isn’t allowed here',
  impersonation: 'passing for somebody else',
  spam: 'spam or deception',
  rights: 'use of what belongs to somebody else',
  rules: 'a breach of the rules of this place',
}
export const wasMistaken = 'What was decided before was a mistake.'
export const operatorSays = 'What the operator says:'

// What follows
export const downMeans: Record<ReportedKind, string> = {
  agent: 'Nobody else can find it or talk with it. You can still read, export and delete it.',
  realm: 'Nobody else can open it. You can still read and delete it.',
  realm_message: 'Nobody else can read it any more.',
  shared_copy: 'Its link leads nowhere any more. The conversation itself is still yours.',
  person: 'Others see your wallet’s address in place of your name and picture.',
  picture: 'Others see the usual picture in its place.',
  rating: 'Nobody reads its words any more. Your thumb still counts.',
}
export const unlistedMeans = 'Whoever has its link can still open it.'
export const keysMean = 'Programs that used them can’t any more. You can make new ones.'
export const alwaysYours = 'You can still read, export and delete everything that is yours.'
export const byAPerson = 'A person decided this, not a program.'
export const noLongerHolds = 'No longer in force'

// Objecting
export const canObject = 'If you think this is wrong, you can object once. Another operator will read it.'
export const object = 'Object'
export const objectionLabel = 'Why you object'
export const objectionHint = 'Say what was misunderstood, or what you have changed since.'
export const objectionSending = 'Sending your objection'
export const objectionFailed = 'Your objection was not sent'
export const objectionKept = 'What you wrote is still here.'
export const send = 'Send objection'
export const sending = 'Sending'
export const later = 'Not now'
export const youObjected = (day: string) => `You objected on ${day}:`
export const objectionWaits = 'It waits for another operator, who was not the one who decided.'
export const objectionUpheld = 'Another operator read your objection. It stays as it was decided.'
export const objectionRight = 'Another operator read your objection and agreed with you.'

// Where it happens
export const readWhy = 'Why, and what you can do'
export const region = 'Decisions of the operators'
export const failed = 'The decisions could not be loaded'
export const loading = 'Loading decisions'

// A wallet that is suspended
export const suspensionTitle = 'Your wallet is suspended'
export const toSettings = 'Read it in your settings'
export const understood = 'Understood'
