import { withHiddenLetters } from '../../../shared/text/hidden-letters.ts'
import type { ToldCall } from '../../../shared/tools/told-call.ts'
import type { ToolCallPart, ToolState, ToolStatus } from '../../../shared/tools/tool-fields.ts'
import { sentFields } from './argument-view.ts'
import * as texts from './texts.ts'

/** A call in one line, with its details. */
export interface ShownCall extends Omit<ToldCall, 'at'> {
  why?: string
  words?: string
  /** Whether the agent asked the person something. */
  isQuestion?: boolean
}

/** Nobody can decide after the time, whether the server has noticed or not. */
export function stateAt(status: ToolStatus, now: Date): ToolState {
  return status.state === 'waiting' && Date.parse(status.until) <= now.getTime() ? 'expired' : status.state
}

export function shownCall(part: ToolCallPart, now: Date): ShownCall {
  const { title, origin, status } = part
  const call = {
    ...{ title, origin, state: stateAt(status, now), arguments: part.arguments },
    isQuestion: isQuestion(part),
  }
  switch (status.state) {
    case 'done': {
      const { result, length, ms } = status
      return { ...call, result, ms, ...(length !== undefined && { length }) }
    }
    case 'failed':
      return { ...call, why: status.why }
    case 'refused':
      return { ...call, words: status.words }
    default:
      return call
  }
}

/** A question of the agent itself, which is all that its card has to say. */
export const isQuestion = ({ name, origin }: ToolCallPart) => origin === null && name === 'ask_person'

/** A question is answered or not; nobody allows it. */
export const stateWords = (state: ToolState, isQuestion = false) =>
  state === 'allowed' && isQuestion ? texts.decided : texts.states[state]

const GIST_CHARACTERS = 80

/** The beginning of what a call is about, which tells two calls of one tool apart. */
export function gistOf({ status, arguments: given }: ToolCallPart): string {
  const wait = status.state === 'waiting' ? status.wait : null
  const words =
    wait?.for === 'input'
      ? wait.question.text
      : sentFields(given)
          ?.map(({ value }) => value)
          .join(', ')
  return withHiddenLetters([...(words ?? given)].slice(0, GIST_CHARACTERS).join(''))
}

/** Whether the rule of two asks every time, so that nothing can be allowed from now on. */
export function asksAlways(status: ToolStatus): boolean {
  if (status.state !== 'waiting' || status.wait.for !== 'consent') return false
  const { reasons } = status.wait
  return reasons.includes('untrusted') && reasons.includes('private')
}

export function timeTaken(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`
}

/** What a person may open of a tool's address: its whole host is shown, so it must say which one that is. */
export function openable(address: string | undefined): URL | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined
  const url = new URL(address)
  const isSafe = url.protocol === 'https:' || url.protocol === 'http:'
  return isSafe && url.username === '' && url.password === '' ? url : undefined
}
