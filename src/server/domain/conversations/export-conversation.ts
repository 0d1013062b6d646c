import type { Conversation, ExportFormat } from '../../../shared/conversations.ts'
import { pathTo } from '../../../shared/message-tree.ts'
import type { Message, ReplyState } from '../../../shared/messages.ts'
import { openFence } from './open-fence.ts'

/** A conversation as a file. */
export interface ExportedConversation {
  /** In any script, without what file systems refuse. */
  filename: string
  contentType: string
  body: string
}

/** The path that is shown as Markdown, or all of the tree as JSON in the form of the API. */
export function exportConversation(conversation: Conversation, format: ExportFormat): ExportedConversation {
  const name = filenameOf(conversation.title)
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
  const { content } = message
  // A reply that broke off inside a code block would take everything after it into the block.
  const fence = openFence(content)
  const said = fence ? `${content}${content.endsWith('\n') ? '' : '\n'}${fence}` : content
  const ending = message.role === 'assistant' ? endings[message.state] : undefined
  return [said, ending ?? ''].filter((part) => part !== '')
}

/** To the minute, and in UTC, as a file is read anywhere. */
function timeOf(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
}

/** A title or name whose characters mean themselves in Markdown. */
function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>]/g, '\\$&')
}

/** Names that mean a device where they stand alone. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** What file systems keep for themselves, and what turns the reading direction of what follows. */
const refused = /[\\/:*?"<>|\p{Control}\u202a-\u202e\u2066-\u2069]/gu

function filenameOf(title: string): string {
  const name = title
    .replace(refused, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  return name === '' || reserved.test(name) ? 'Conversation' : name
}
