// Without a validator, for pages that load none on a first visit.

/**
 * Why a person is asked (the rule of two): it changes or sends something (`acts`), after text of others (`untrusted`)
 * or private text (`private`) has entered the conversation, or with a tool that has never been allowed here (`first`).
 * What an agent wants to remember: memory is not switched on (`remember`), or it is not what the person said (`unsaid`).
 */
export const consentReasons = ['acts', 'untrusted', 'private', 'first', 'remember', 'unsaid'] as const
export type ConsentReason = (typeof consentReasons)[number]

/** Whether a call is of the tool with which an agent remembers what its person says. */
export const isOfMemory = ({ name, origin }: { name: string; origin: string | null }): boolean =>
  origin === null && name === 'remember'

/** Whether what is asked for these reasons can't be allowed from now on: of a memory each line is decided by itself. */
export const isAskedAlways = (reasons: readonly ConsentReason[]): boolean =>
  (reasons.includes('untrusted') && reasons.includes('private')) ||
  reasons.includes('remember') ||
  reasons.includes('unsaid')

export const toolQuestionKinds = ['text', 'choice', 'form', 'address'] as const

/** In the order of a call's life; `tool-fields.ts` says what each knows. */
export const toolStates = [
  'proposed',
  'waiting',
  'allowed',
  'running',
  'done',
  'failed',
  'refused',
  'superseded',
  'expired',
  'unknown',
] as const

/** Of a call that has not ended, or of which nobody knows whether it did. A copy of it does nothing and asks nobody. */
export const openToolStates = ['proposed', 'waiting', 'allowed', 'running', 'unknown'] as const

/** The tools of this place, in the order of forms. Those of other servers are named `server__tool`. */
export const ownTools = [
  'time',
  'calculator',
  'documents',
  'web_page',
  'solana_balance',
  'ask_person',
  'ask_agent',
  'remember',
] as const
export type OwnTool = (typeof ownTools)[number]

/** In milliseconds: so long a call waits for a person. */
export const TOOL_WAIT_MS = 7 * 24 * 3_600_000

/** Of one reply, of one call, and of its result in characters (UTF-16 units) and bytes. */
export const toolLimits = {
  calls: 8,
  steps: 6,
  callMs: 60_000,
  resultBytes: 1024 * 1024,
  resultCharacters: 20_000,
  argumentCharacters: 20_000,
  /** A person's words with a refusal. */
  words: 1_000,
  /** A person's answer to a tool, as JSON. */
  answerCharacters: 10_000,
  /** More tools than these are found by `find_tools` instead of being listed. */
  listed: 20,
  /** Calls of one wallet that wait for it. */
  waiting: 200,
  serversOfWallet: 20,
  serversOfAgent: 10,
  toolsOfServer: 200,
} as const

/** An own server has an id; one of the place has the name that the operator's file gives it. */
export function isOwnServer(id: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
}
