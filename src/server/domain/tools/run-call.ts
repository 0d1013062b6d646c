import { cutText, toPlainText } from '../../../shared/text/plain-text.ts'
import type { ToolStatus } from '../../../shared/tools/tool-fields.ts'
import { toolLimits } from '../../../shared/tools/tool-states.ts'
import { genAiAttributes, genAiOperations, OTHER } from '../../base/telemetry/gen-ai-conventions.ts'
import { errorTypeOf, inSpan } from '../../base/telemetry/trace.ts'
import type { CallContext, GivenAnswer, Tool, ToolOutcome } from './tool.ts'

/** Runs one call within its time, whether or not the tool minds its signal. It never rejects. */
export async function runCall(
  tool: Tool,
  args: Record<string, unknown>,
  {
    context,
    answer,
    signal,
  }: { context: CallContext; answer?: GivenAnswer | undefined; signal: AbortSignal },
): Promise<{ outcome: ToolOutcome; ms: number }> {
  const began = performance.now()
  const late = AbortSignal.timeout(toolLimits.callMs)
  const within = AbortSignal.any([signal, late])
  const aborted = new Promise<never>((_, reject) => {
    within.addEventListener('abort', () => reject(within.reason), { once: true })
  })
  aborted.catch(() => {})
  let errorType = ''
  const name = nameOf(tool)
  const ran = inSpan(
    `${genAiOperations.executeTool} ${name}`,
    () => Promise.race([tool.run(args, context, within, answer), aborted]),
    {
      attributes: {
        [genAiAttributes.operation]: genAiOperations.executeTool,
        [genAiAttributes.toolName]: name,
      },
    },
  )
  const outcome = await ran.catch((error: unknown): ToolOutcome => {
    errorType = late.aborted ? 'timeout' : errorTypeOf(error)
    if (late.aborted) return { kind: 'failed', why: TOO_LATE }
    if (!signal.aborted) context.log.warn({ err: error, tool: tool.name }, 'a tool failed')
    return { kind: 'failed', why: 'Something went wrong with it.' }
  })
  const ms = performance.now() - began
  context.measure?.(name, ms / 1000, errorType || (outcome.kind === 'failed' ? 'failed' : ''))
  return { outcome, ms: Math.round(ms) }
}

/** Names of tools of servers are whatever those say. */
const nameOf = ({ origin, name }: Tool) => (origin === null ? name : OTHER)

const TOO_LATE = `There was no answer within ${toolLimits.callMs / 1_000} seconds. It may have happened all the same.`

/** What is kept of a result, and what of it the model reads. */
export function doneStatus(text: string, ms: number): { status: ToolStatus; whole: string } {
  const whole = toPlainText(cutBytes(text))
  const result = cutText(whole, toolLimits.resultCharacters)
  const isCut = result.length < whole.length
  return { status: { state: 'done', result, ms, ...(isCut && { length: whole.length }) }, whole }
}

function cutBytes(text: string): string {
  const bytes = Buffer.from(text)
  return bytes.length <= toolLimits.resultBytes
    ? text
    : bytes
        .subarray(0, toolLimits.resultBytes)
        .toString()
        .replace(/\ufffd+$/, '')
}

export function failedStatus(why: string): ToolStatus {
  return { state: 'failed', why: toPlainText(why).slice(0, 2_000) }
}
