import type { CaseSource, DeskAction, Ground, SuspensionScope } from '../../../shared/trust/desk.ts'
import type { ReportedKind, ReportOutcome, ReportReason } from '../../../shared/trust/reports.ts'
import { counted } from '../../lib/counted.ts'

/** What an operator reads at the desk, in the order of the screens; of its log in `log/texts.ts`. */

export const title = 'Desk'
export const summary = 'What people reported, for whoever runs this place.'
export const intro = 'What people reported, and what looks like something it isn’t. Highest priority first.'
export const toLog = 'Log'
export const loadingDesk = 'Asking whether you may work here'
export const deskFailed = 'The desk could not be opened'

// The queue
export const queue = 'Cases'
export const filters = 'Which cases'
export const filterNames = { waiting: 'Waiting', objected: 'Objected', closed: 'Closed' } as const
export const queueLoading = 'Loading the cases'
export const queueFailed = 'The cases could not be loaded'
export const cases = (count: number) => counted(count, 'case', 'cases')
export const emptyTitles = {
  waiting: 'Nothing waits.',
  objected: 'Nobody objects.',
  closed: 'Nothing was decided yet.',
} as const
export const emptyTexts = {
  waiting: 'When somebody reports something, it comes here. You need not wait for it.',
  objected: 'When somebody objects to a decision, it comes here, for an operator who did not take it.',
  closed: 'What is decided at this desk can be read here, and undone.',
} as const
export const kinds: Record<ReportedKind, string> = {
  agent: 'Agent',
  realm: 'Realm',
  realm_message: 'Message',
  shared_copy: 'Shared conversation',
  person: 'Person',
  picture: 'Picture',
  rating: 'Rating',
}
export const reasons: Record<ReportReason, string> = {
  illegal: 'against the law',
  harmful: 'harmful',
  hateful: 'hateful',
  sexual: 'sexual',
  impersonation: 'impersonation',
  spam: 'spam',
  other: 'something else',
}
export const reasonTimes = (reason: string, count: number) => (count === 1 ? reason : `${reason} × ${count}`)
export const sources: Record<CaseSource, string> = {
  report: 'reported',
  looks_like: 'looks like a known name',
  near_copy: 'near copy',
  picture_match: 'like a picture that was taken down',
}
export const weights = {
  light: 'Low priority',
  some: 'Medium priority',
  heavy: 'High priority',
  heaviest: 'Highest priority',
} as const
export const waits = (time: string) => `waits ${time}`
export const decided = 'decided'
export const objected = 'Objected'
export const standings = { unlisted: 'Unlisted', down: 'Taken down' } as const
export const untitled = 'Without a title'
export const aMoment = 'a moment'
export const minutes = (count: number) => counted(count, 'minute')
export const hours = (count: number) => counted(count, 'hour')
export const days = (count: number) => counted(count, 'day')

// Keys
export const keys = 'Keys'
export const keysOff = 'Keys are switched off in your settings.'
export const keysFilter = 'which cases'
export const keyMoves = 'next and previous'
export const keyOpens = 'open'
export const keyGoesBack = 'back'
export const keySends = 'send a decision'

// A case
export const chooseTitle = 'Choose a case'
export const choose = 'It opens here, beside the others.'
export const backToQueue = 'Back to the cases'
export const caseLoading = 'Loading the case'
export const caseFailed = 'The case could not be loaded'
export const caseGone = 'There is no such case.'
export const openThing = 'Open it'
export const madeBy = 'Made by'
export const nobodys = 'It belongs to nobody.'
export const reportedAndNow = 'Reported, and now'
export const asReported = 'As it was reported'
export const now = 'Now'
export const unchanged = 'It has not changed since it was reported.'
export const changed = 'It has changed since it was reported.'
export const gone = 'It is gone. This is what was reported.'
export const theTitle = 'Title'
export const picture = 'Picture'
export const noText = 'no text'
export const pictureBefore = 'The picture as it was reported'
export const pictureNow = 'The picture now'
export const resembles = 'What it resembles'
export const thisOne = 'This one'
export const otherOne = 'The other one'
export const otherGone = 'The other one is gone.'
export const reports = 'What people say'
export const reportCount = (count: number) => counted(count, 'report')
export const noReports = 'Nobody reported it. It came here by itself.'
export const noWords = 'No words were added.'
export const outcomes: Record<ReportOutcome, string> = {
  open: 'open',
  nothing: 'nothing followed',
  acted: 'something followed',
  put_back: 'put back later',
}
export const objections = 'Objections'
export const objectedTo = (action: string) => `To this decision: ${action}`
export const notYours = 'You took this decision. Another operator answers the objection.'
export const maker = 'Whose it is'
export const history = 'What was decided before'
export const noHistory = 'Nothing was ever decided about this wallet.'
export const actedBefore = (count: number) =>
  count === 0
    ? 'No report of what is theirs was ever right.'
    : count === 1
      ? 'One report of what is theirs was right.'
      : `${count.toLocaleString('en-US')} reports of what is theirs were right.`
export const suspendedNow: Record<SuspensionScope, string> = {
  making: 'Suspended: can’t make or change anything',
  speaking: 'Suspended: can’t write',
  all: 'Suspended: can’t make, change or write anything',
}
export const suspendedUntil = (what: string, day: string) => `${what}, until ${day}.`
export const suspendedForGood = (what: string) => `${what}, without an end.`

// Acting
export const act = 'Decide'
export const actions: Record<Exclude<DeskAction, 'object'>, string> = {
  nothing: 'Nothing wrong',
  unlist: 'Unlist',
  take_down: 'Take down',
  put_back: 'Put back',
  suspend: 'Suspend',
  lift: 'Lift suspension',
  revoke_keys: 'Revoke keys',
  uphold: 'Leave as decided',
}
export const about: Record<Exclude<DeskAction, 'object'>, string> = {
  nothing: 'The case is closed. Whoever reported it learns that nothing followed.',
  unlist: 'It leaves every list and search. Its link still leads to it.',
  take_down: 'Nobody gets it any more but whoever made it, who can read, export and delete it.',
  put_back: 'It is everywhere it was before.',
  suspend: 'The wallet behind it can’t do what you choose. It can always read, export and delete.',
  lift: 'The wallet can do everything again.',
  revoke_keys: 'Every API key of the wallet behind it stops working at once.',
  uphold: 'It stays as it was decided. Whoever objected reads your answer.',
}
export const done: Record<Exclude<DeskAction, 'object'>, string> = {
  nothing: 'Closed. Nothing was wrong.',
  unlist: 'Unlisted.',
  take_down: 'Taken down.',
  put_back: 'Put back.',
  suspend: 'Suspended.',
  lift: 'The suspension is lifted.',
  revoke_keys: 'The keys are revoked.',
  uphold: 'It stays as it was decided.',
}
export const nextCase = (what: string, name: string) => `${what} Next: ${name}`
export const noneLeft = (what: string) => `${what} No case is left here.`
export const groundLabel = 'Reason'
export const groundNames: Record<Ground, string> = {
  illegal: 'Against the law',
  harmful: 'Harmful',
  hateful: 'Hateful',
  sexual: 'Sexual',
  impersonation: 'Impersonation',
  spam: 'Spam',
  rights: 'Others’ rights',
  rules: 'Rules of this place',
  mistake: 'A mistake before',
}
export const wordsLabel = 'Your words'
export const wordsHint = 'Whoever it concerns reads them. You are not named.'
export const wordsInLog = 'They stand in the log, which operators read.'
export const scopeLabel = 'What the wallet can’t do'
export const scopes: Record<SuspensionScope, string> = {
  making: 'Make and change',
  speaking: 'Write',
  all: 'Both',
}
export const daysLabel = 'For how long'
export const lengths: readonly { value: string; label: string }[] = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '365', label: '1 year' },
  { value: 'none', label: 'No end' },
]
export const sign = (action: string) => `Sign: ${action}`
export const sending = 'Sending'
export const waitingForWallet = 'Waiting for the wallet'
export const cancel = 'Cancel'
export const notDone = 'Nothing was done'
export const notSigned = 'Your wallet did not sign. What you typed is still here.'
export const needsHttps =
  'A decision can only be signed on a page whose address begins with https. What you typed is still here.'
export const typedIsKept = 'What you typed is still here.'
