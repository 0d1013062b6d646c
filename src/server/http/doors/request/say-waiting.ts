import type { ToolCallPart } from '../../../../shared/tools/tool-fields.ts'
import { isDecidable, isOpen } from '../../../domain/doors/key-decisions.ts'

/** The address at which a person decides in the product. */
export const conversationLink = (
  origin: string,
  { agentId, conversationId }: { agentId: string; conversationId: string },
) => `${origin}/chat/${agentId}/${conversationId}`

/** Says in words what waits, and where its person decides about what a program can't decide. */
export function sayWaiting(calls: readonly ToolCallPart[], link: string): string {
  const open = calls.filter(isOpen)
  if (open.length === 0) return ''
  const elsewhere = open.every(isDecidable) ? [] : [`A person decides about this in the product: ${link}`]
  return [...open.map(sentenceOf), ...elsewhere].join('\n')
}

function sentenceOf({ title, origin, arguments: given, status }: ToolCallPart): string {
  const name = `“${title}”${origin === null ? '' : ` of ${origin}`}`
  if (status.state !== 'waiting') return `It is not known whether ${name} has happened.`
  const { wait } = status
  switch (wait.for) {
    case 'consent':
      return `${name} waits to be allowed or refused. Its arguments: ${given || '{}'}`
    case 'input': {
      const { text, choices, url } = wait.question
      return [
        `${name} asks: ${text}`,
        ...(choices ? [`Choices: ${choices.join(', ')}`] : []),
        ...(url ? [url] : []),
      ].join('\n')
    }
    case 'sign-in':
      return `${name} waits until its person has signed in at ${wait.host}.`
    default:
      return wait satisfies never
  }
}
