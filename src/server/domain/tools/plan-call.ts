import { randomUUID } from 'node:crypto'
import { plainCut } from '../../../shared/text/plain-text.ts'
import type { ToolCallPart, ToolStatus } from '../../../shared/tools/tool-fields.ts'
import type { ConsentReason } from '../../../shared/tools/tool-states.ts'
import { TOOL_WAIT_MS, toolLimits } from '../../../shared/tools/tool-states.ts'
import type { ToolCall } from '../../llm/provider.ts'
import type { CameIn } from './came-in.ts'
import { decideConsent, NO_MARKS } from './decide-consent.ts'
import { digestOf } from './digests.ts'
import { failedStatus } from './run-call.ts'
import type { GivenAnswer, Tool, ToolContext } from './tool.ts'

/** A call as it is to be done: by which tool, with what, and how it stands. */
export interface PlannedCall {
  part: ToolCallPart
  /** Of the part in its reply. */
  id: number
  /** Null where there is nothing to run. */
  tool: Tool | null
  args: Record<string, unknown>
  answer?: GivenAnswer | undefined
  /** How its tool was when it was asked for; absent for a new call. */
  pin?: string
  /** How often it has asked its person. */
  rounds: number
}

/** The tools of a reply, and what is known when one of them is called. */
interface PlanContext {
  tools: ReadonlyMap<string, Tool>
  context: ToolContext
  cameIn: CameIn
  isGranted: (tool: Tool) => boolean
  /** Whether a person can be asked and waited for. */
  mayWait: boolean
  /** How many more calls the reply may have. */
  left: number
  now: Date
}

/** Decides about a call before anything of it is done. */
export async function planCall(
  call: ToolCall,
  step: number,
  plan: PlanContext,
): Promise<Omit<PlannedCall, 'id'>> {
  const args = argumentsOf(call.arguments)
  const named = plan.tools.get(call.name)
  const found =
    named && args ? ((await named.resolve?.(args)) ?? (named.resolve ? null : { tool: named, args })) : null
  const { tool = null } = found ?? {}
  const shown = tool ?? named
  const part: Omit<ToolCallPart, 'status'> = {
    call: randomUUID(),
    step,
    modelCall: plainCut(call.id, 200),
    name: plainCut(call.name, 64) || 'tool',
    title: plainCut(shown?.title ?? call.name, 120) || 'Tool',
    origin: shown?.origin ?? null,
    arguments: plainCut(call.arguments, toolLimits.argumentCharacters),
    digest: tool ? callDigest(tool.pin, call.arguments) : null,
    brings: plan.cameIn.bringing(shown?.marks ?? NO_MARKS),
  }
  // Nobody was asked, so these are no words of others.
  const brings = { ...part.brings, untrusted: false }
  const none = (why: string) => ({
    part: { ...part, digest: null, brings, status: failedStatus(why) },
    tool: null,
    args: {},
    rounds: 0,
  })
  if (plan.left <= 0) return none(`A reply has at most ${toolLimits.calls} calls. Answer with what you have.`)
  if (call.arguments.length > toolLimits.argumentCharacters) return none('The arguments are too long.')
  if (!args) return none('The arguments are not a JSON object.')
  if (!found || !tool) return none('There is no such tool.')
  const refused = tool.refuses?.(found.args)
  if (refused) return none(refused)
  const reasons = tool.asks
    ? tool.asks(found.args, plan.context, plan.cameIn.hasMaterial)
    : decideConsent({
        kind: tool.kind,
        isFree: tool.isFree?.(found.args, plan.context) ?? false,
        isGranted: plan.isGranted(tool),
        marks: plan.cameIn.marks,
      })
  if (reasons && !plan.mayWait) return none('A person would have to allow this, and none can be asked here.')
  return { part: { ...part, status: statusFor(reasons, plan.now) }, tool, args: found.args, rounds: 0 }
}

function statusFor(reasons: ConsentReason[] | null, now: Date): ToolStatus {
  if (!reasons) return { state: 'allowed' }
  return { state: 'waiting', wait: { for: 'consent', reasons }, until: untilFrom(now).toISOString() }
}

export const untilFrom = (now: Date) => new Date(now.getTime() + TOOL_WAIT_MS)

/** What a decision is about: the tool as it is now, and the arguments as the model wrote them. */
const callDigest = (pin: string, given: string) => digestOf({ arguments: given, pin })

/** What an answer is about: no answer to a question is one to the next, even if that asks the same. */
export const questionDigest = (before: string | null, question: unknown) => digestOf({ before, question })

/** Null if a model did not write a JSON object; nothing stands for no arguments. */
export function argumentsOf(written: string): Record<string, unknown> | null {
  if (written.trim() === '') return {}
  try {
    const parsed: unknown = JSON.parse(written)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
