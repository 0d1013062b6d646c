import type { ReplyPart } from '../../../shared/chat/part-kinds.ts'
import type { ToolCallPart } from '../../../shared/tools/tool-fields.ts'
import type { Carry, ModelMessage } from '../../llm/provider.ts'
import { fenceResult } from './guard/fence-result.ts'

/** One answer of a model that called tools, as it is told to the model again: what it said, its calls and their results. */
interface ToldStep {
  step: number
  messages: ModelMessage[]
}

/** @returns the steps of a reply, and the text after the last of them */
export function toldCalls(
  parts: readonly ReplyPart[],
  carryOf: (step: number) => Carry | undefined = () => undefined,
): { steps: ToldStep[]; rest: string } {
  const groups: { step: number; text: string; calls: ToolCallPart[] }[] = []
  let text = ''
  for (const part of parts) {
    if (part.kind === 'text') text += part.text
    if (part.kind !== 'tool') continue
    const last = groups.at(-1)
    if (last?.step === part.step) last.calls.push(part)
    else {
      groups.push({ step: part.step, text, calls: [part] })
      text = ''
    }
  }
  const steps = groups.map(({ step, text, calls }) => {
    const carry = carryOf(step)
    const asked: ModelMessage = {
      role: 'assistant',
      content: text,
      calls: calls.map((call) => ({ id: idOf(call), name: call.name, arguments: call.arguments })),
      ...(carry && { carry }),
    }
    const results = calls.map(
      (call): ModelMessage => ({ role: 'tool', content: toldResult(call), callId: idOf(call) }),
    )
    return { step, messages: [asked, ...results] }
  })
  return { steps, rest: text }
}

const idOf = ({ modelCall, call }: ToolCallPart) => modelCall || call

/** Every call has a result, whatever became of it: no dialect takes one without. */
function toldResult({ status, brings }: ToolCallPart): string {
  const told = (text: string) => (brings.untrusted ? fenceResult(text) : text)
  switch (status.state) {
    case 'done':
      return told(status.result)
    case 'failed':
      return `This failed: ${told(status.why)}`
    case 'refused':
      return status.words === ''
        ? 'The person refused this. Do not try it again without being asked.'
        : `The person refused this and says: ${status.words}`
    case 'unknown':
      return 'It is not known whether this happened. Do not repeat it.'
    case 'expired':
      return 'Nobody decided about this in time, so it was not done.'
    case 'proposed':
    case 'waiting':
    case 'allowed':
    case 'running':
    case 'superseded':
      return 'The person went on without deciding about this, so it was not done.'
    default:
      return status satisfies never
  }
}

/** What the result of a question to the person begins with. */
export const ANSWERED = 'The person answered: '

/** What the person answered to questions in a reply. */
export function answersIn(parts: readonly ReplyPart[]): string[] {
  return parts.flatMap((part) => {
    if (part.kind !== 'tool' || part.name !== 'ask_person' || part.origin !== null) return []
    const { status } = part
    return status.state === 'done' && status.result.startsWith(ANSWERED)
      ? [status.result.slice(ANSWERED.length)]
      : []
  })
}
