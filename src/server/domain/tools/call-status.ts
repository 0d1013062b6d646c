import type { ToolCallPart, ToolStatus } from '../../../shared/tools/tool-fields.ts'
import type { ToolCallRow } from '../../db/tools/tool-calls.ts'
import { doneStatus, failedStatus } from './run-call.ts'

/** What the ledger says of a call, as its part shows it. */
export function statusOfRow(row: ToolCallRow): ToolStatus {
  const { state } = row
  switch (state) {
    case 'waiting':
      return { state, wait: waitOf(row), until: row.expiresAt.toISOString() }
    case 'running':
    case 'unknown':
      return { state, since: (row.sentAt ?? row.createdAt).toISOString() }
    case 'done':
      return doneStatus(
        row.result ?? '',
        Math.max(0, (row.endedAt ?? row.createdAt).getTime() - (row.sentAt ?? row.createdAt).getTime()),
      ).status
    case 'failed':
      return failedStatus(row.result ?? '')
    case 'refused':
      return { state, words: row.words ?? '' }
    case 'proposed':
    case 'allowed':
    case 'superseded':
    case 'expired':
      return { state }
    default:
      return state satisfies never
  }
}

function waitOf({ waitsFor, question, origin, reasons, signInAt }: ToolCallRow) {
  if (waitsFor === 'input' && question) return { for: 'input' as const, question }
  if (waitsFor === 'sign-in')
    return { for: 'sign-in' as const, host: origin ?? '', ...(signInAt !== null && { server: signInAt }) }
  return { for: 'consent' as const, reasons: reasons ?? [] }
}

/** A call of the ledger as the part of its reply. */
export function partOfRow(row: ToolCallRow): ToolCallPart {
  const { id: call, step, modelCall, tool: name, title, origin, digest, brings } = row
  return {
    call,
    step,
    modelCall,
    name,
    title,
    origin,
    arguments: row.arguments,
    digest,
    brings,
    status: statusOfRow(row),
  }
}
