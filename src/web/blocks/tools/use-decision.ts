import { useMutation } from '@tanstack/react-query'
import { useContext, useRef } from 'react'
import type { ProblemCode } from '../../../shared/common/errors.ts'
import type { Decision } from '../../../shared/tools/decisions.ts'
import type { ToolCallPart } from '../../../shared/tools/tool-fields.ts'
import { useOnline } from '../../lib/hooks/use-online.ts'
import { ApiError, useApi } from '../../lib/http/api.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import { decideCall } from './decide-call.ts'
import * as texts from './texts.ts'
import { ToolDecisions } from './tool-decisions.ts'

export interface DecisionState {
  /** Ignored while one is on its way, and without a connection. @param onTaken called once the server has it */
  decide: (decision: Decision, onTaken?: () => void) => void
  canDecide: boolean
  /** Whether a question was answered at this card. */
  isAnswered: boolean
  /** Whether it was made at this card, which then had the focus. */
  isOwn: () => boolean
  /** Why the last attempt was not accepted. */
  problem: string | undefined
  /** Messages of the server by the field of an answer. */
  fieldErrors: Record<string, string>
}

/** Decides about one call, once at a time. */
export function useDecision(part: ToolCallPart): DecisionState {
  const api = useApi()
  const maker = useContext(ToolDecisions)
  const online = useOnline()
  const isOwn = useRef(false)
  const taken = useRef<() => void>(undefined)
  const { mutate, isPending, isSuccess, variables, error } = useMutation({
    // The count of what waits follows all of them.
    mutationKey: ['decision', part.call],
    mutationFn: (decision: Decision) =>
      (maker?.decide ?? decideCall(api))(part.call, { digest: part.digest ?? '', decision }),
    onSuccess: (decided) => {
      if (!decided) return
      taken.current?.()
      maker?.onDecided(decided)
    },
    onError: (failure) => {
      if (isSettled(failure)) maker?.onStale()
    },
  })
  const canDecide = maker !== null && online && !isPending
  return {
    decide: (decision, onTaken) => {
      if (!canDecide) return
      isOwn.current = true
      taken.current = onTaken
      mutate(decision)
    },
    canDecide,
    isAnswered: isSuccess && variables.kind === 'answer' && variables.action === 'accept',
    isOwn: () => isOwn.current,
    problem: online ? (error ? problemOf(error) : undefined) : texts.needsConnection,
    fieldErrors: fieldErrorsOf(error),
  }
}

const codeOf = (error: unknown) => (error instanceof ApiError ? error.problem?.code : undefined)

/** What is shown is not how the call stands. */
const settledCodes = new Set<ProblemCode>(['already_decided', 'call_expired', 'conflict', 'not_found'])

function isSettled(error: unknown): boolean {
  const code = codeOf(error)
  return code !== undefined && settledCodes.has(code)
}

export function problemOf(error: unknown): string {
  switch (codeOf(error)) {
    // The server says what was decided.
    case 'already_decided':
    case 'call_expired':
    case 'conflict':
      return explainError(error)
    default:
      return texts.notDecided(explainError(error))
  }
}

/** The server names fields by their path, such as `decision.content.city`. */
function fieldErrorsOf(error: unknown): Record<string, string> {
  const errors = (error instanceof ApiError && error.problem?.errors) || {}
  const named = Object.entries(errors).map(([path, message]) => [path.split('.').at(-1) ?? path, message])
  return Object.fromEntries(named)
}
