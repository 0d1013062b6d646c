import type { Conversation, ExportFormat } from '../../../shared/chat/conversations.ts'
import { pathTo } from '../../../shared/chat/message-tree.ts'
import type { Message, ReplyState } from '../../../shared/chat/messages.ts'
import { collect, partsOf, type ReplyPart } from '../../../shared/chat/parts.ts'
import { closeFence, fenced, plain, timeOf } from '../../../shared/text/markdown-text.ts'
import { type ExportedFile, fileName } from '../export/exported-file.ts'

/** The path that is shown as Markdown, or all of the tree as JSON in the form of the API. */
export function exportConversation(conversation: Conversation, format: ExportFormat): ExportedFile {
  const name = fileName(conversation.title, 'Conversation')
  return format === 'markdown'
    ? { filename: `${name}.md`, contentType: 'text/markdown; charset=utf-8', body: toMarkdown(conversation) }
    : {
        filename: `${name}.json`,
        contentType: 'application/json',
        body: `${JSON.stringify(conversation, null, 2)}\n`,
      }
}

/** Every message stands under a heading with who said it and when, its content as it was said. */
function toMarkdown({ title, agentName, createdAt, messages, activeLeaf }: Conversation): string {
  const agent = plain(agentName)
  const parts = [
    `# ${plain(title)}`,
    `A conversation with ${agent}, begun ${timeOf(createdAt)}`,
    ...pathTo(messages, activeLeaf).flatMap((message) => [
      `## ${message.role === 'user' ? 'You' : agent} · ${timeOf(message.createdAt)}`,
      ...contentOf(message),
    ]),
  ]
  return `${parts.join('\n\n')}\n`
}

const endings: Partial<Record<ReplyState, string>> = {
  running: '_The reply was still running._',
  stopped: '_The reply was stopped._',
  interrupted: '_The reply was interrupted._',
  failed: '_The reply failed._',
}

function contentOf(message: Message): string[] {
  if (message.role === 'user') return [closeFence(message.content)]
  const parts = partsOf(message)
  const said = Object.entries(written).map(([kind, write]) =>
    write(collect(parts, kind as ReplyPart['kind'])),
  )
  return [...said, endings[message.state] ?? ''].filter((part) => part !== '')
}

/** How the parts of each kind are written, and in which order: what was thought before what was said. */
const written: Record<ReplyPart['kind'], (texts: readonly string[]) => string> = {
  reasoning: (texts) => (texts.length === 0 ? '' : `### Reasoning\n\n${fenced(texts.join('\n\n'))}`),
  text: (texts) => closeFence(texts.join('')),
}
