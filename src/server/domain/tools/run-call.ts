import { toPlainText } from '../../../shared/text/plain-text.ts'
import type { ToolStatus } from '../../../shared/tools/tool-fields.ts'
import { toolLimits } from '../../../shared/tools/tool-states.ts'
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
  const outcome = await Promise.race([tool.run(args, context, within, answer), aborted]).catch(
    (error: unknown): ToolOutcome => {
      if (late.aborted) return { kind: 'failed', why: TOO_LATE }
      if (!signal.aborted) context.log.warn({ err: error, tool: tool.name }, 'a tool failed')
      return { kind: 'failed', why: 'Something went wrong with it.' }
    },
  )
  return { outcome, ms: Math.round(performance.now() - began) }
}

const TOO_LATE = `There was no answer within ${toolLimits.callMs / 1_000} seconds. It may have happened all the same.`

/** What is kept of a result, and what of it the model reads. */
export function doneStatus(text: string, ms: number): { status: ToolStatus; whole: string } {
  const whole = toPlainText(cutBytes(text))
  const result = whole.slice(0, toolLimits.resultCharacters).replace(/[\ud800-\udbff]$/, '')
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
