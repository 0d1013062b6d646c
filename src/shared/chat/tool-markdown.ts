import type { ToldCall } from '../tools/told-call.ts'
import type { ToolCallPart, ToolStatus } from '../tools/tool-fields.ts'
import type { ReplyPart } from './part-kinds.ts'

/** The calls of a reply as exports in Markdown have them: what was called, with what, and what became of it. */
export function toolMarkdown(parts: readonly ReplyPart[]): string {
  return callsMarkdown(parts.flatMap((part) => (part.kind === 'tool' ? [exportedCall(part)] : [])))
}

type ExportedCall = Pick<ToldCall, 'title' | 'origin' | 'state' | 'arguments' | 'result'>

export function exportedCall({ title, origin, status, arguments: given }: ToolCallPart): ExportedCall {
  const result = status.state === 'done' && { result: status.result }
  return { title, origin, state: status.state, arguments: given, ...result }
}

/** The same of calls that are told without what is private. */
export function callsMarkdown(calls: readonly ExportedCall[]): string {
  return calls
    .map(({ title, origin, state, arguments: given, result }) =>
      [
        `> Tool: ${oneLine(title)}${origin === null ? '' : ` (${oneLine(origin)})`}, ${ends[state]}`,
        ...[given, result].flatMap((text) => (text === undefined ? [] : [`> ${quoted(text)}`])),
      ].join('\n>\n'),
    )
    .join('\n\n')
}

const ends: Record<ToolStatus['state'], string> = {
  proposed: 'not run',
  waiting: 'waiting for a decision',
  allowed: 'allowed, not run',
  running: 'running',
  done: 'done',
  failed: 'failed',
  refused: 'refused',
  superseded: 'not run',
  expired: 'not decided in time',
  unknown: 'may have happened',
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

/** As code, so that nothing of it is read as Markdown. */
function quoted(text: string): string {
  const fence = '`'.repeat(Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length)) + 1)
  return `${fence} ${oneLine(text)} ${fence}`
}
