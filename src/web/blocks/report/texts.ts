import type { ReportedKind, ReportOutcome, ReportReason } from '../../../shared/trust/reports.ts'

export const report = 'Report'
export const reportOf = (title: string) => `Report ${title}`
const things: Record<ReportedKind, string> = {
  agent: 'this agent',
  realm: 'this realm',
  realm_message: 'this message',
  shared_copy: 'this shared conversation',
  person: 'this person',
  picture: 'this picture',
  rating: 'these words',
}
export const reportTitle = (kind: ReportedKind) => `Report ${things[kind]}`
export const about =
  'Somebody who looks after this place will read it. Nobody is told that it was you, and nothing happens by itself.'
export const what = 'What is wrong'
export const itself: Partial<Record<ReportedKind, string>> = { agent: 'The agent', person: 'The person' }
export const picture = 'Only the picture'
export const why = 'Why'
export const reasons: Record<ReportReason, string> = {
  illegal: 'Against the law',
  harmful: 'Could harm somebody',
  hateful: 'Hateful or insulting',
  sexual: 'Sexual, where it shouldn’t be',
  impersonation: 'Pretends to be somebody else',
  spam: 'Spam or a scam',
  other: 'Something else',
}
export const words = 'Anything to add'
export const wordsHint = 'What should we look at? What you see now is kept with your report.'
export const send = 'Send report'
export const sending = 'Sending'
export const tryAgain = 'Try again'
export const cancel = 'Cancel'
export const notSent = 'Your report was not sent.'
export const sent = 'Thank you. Your report has arrived.'
export const sentAbout = 'Somebody will look at it, even if it is changed or deleted in the meantime.'
export const sentBefore = 'You have reported this already.'
export const sentBeforeAbout = 'Nobody has decided yet, so there is nothing more to do for you.'
export const close = 'Close'
export const seeOwn = 'See what you reported'

export const ownLoading = 'Loading what you reported'
export const ownCount = (count: number) => (count === 1 ? 'One report' : `${count} reports`)
export const ownFailed = 'What you reported could not be loaded.'
export const ownNone = 'You have not reported anything.'
export const outcomes: Record<ReportOutcome, string> = {
  open: 'Nobody has decided yet.',
  nothing: 'We looked at it and left it as it is.',
  acted: 'We did something about it. Thank you.',
  put_back: 'We did something about it, and put it back after another look.',
}
export const reportedOn = 'Reported'
export const decidedOn = 'Decided'
export const noTitle = 'Something that is gone'
export const kinds: Record<ReportedKind, string> = {
  agent: 'Agent',
  realm: 'Realm',
  realm_message: 'Message',
  shared_copy: 'Shared conversation',
  person: 'Person',
  picture: 'Picture',
  rating: 'Words about an agent',
}
