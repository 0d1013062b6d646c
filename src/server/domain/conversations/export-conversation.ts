import type { Conversation, ExportFormat } from '../../../shared/chat/conversations.ts'
import { pathTo } from '../../../shared/chat/message-tree.ts'
import type { Message, Question, ReplyState } from '../../../shared/chat/messages.ts'
import { modelOf } from '../../../shared/chat/model-ends.ts'
import { modelMarkdown } from '../../../shared/chat/model-markdown.ts'
import type { ReplyPart } from '../../../shared/chat/part-kinds.ts'
import { partsOf, reasoningOf, sourcesOf, textOf } from '../../../shared/chat/parts.ts'
import type { Story } from '../../../shared/chat/stories.ts'
import { toolMarkdown } from '../../../shared/chat/tool-markdown.ts'
import { citedMarkdown, sourcesMarkdown } from '../../../shared/knowledge/sources-markdown.ts'
import { closeFence, fenced, plain, timeOf } from '../../../shared/text/markdown-text.ts'
import { AI_ANSWERS } from '../../../shared/trust/disclosure.ts'
import { type ExportedFile, fileName } from '../export/exported-file.ts'

/** Exports the shown path as Markdown, or the whole tree as JSON in the form of the API. */
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

function toMarkdown(conversation: Conversation): string {
  const { title, agentName, createdAt, messages, activeLeaf, stories = [] } = conversation
  const agent = plain(agentName)
  const storyOf = new Map(stories.map((story) => [story.through, story]))
  const parts = [
    `# ${plain(title)}`,
    `A conversation with ${agent}, begun ${timeOf(createdAt)}`,
    AI_ANSWERS,
    ...pathTo(messages, activeLeaf).flatMap((message) => [
      `## ${message.role === 'user' ? 'You' : agent} · ${timeOf(message.createdAt)}`,
      ...contentOf(message),
      ...storyAfter(storyOf.get(message.id)),
    ]),
  ]
  return `${parts.join('\n\n')}\n`
}

function storyAfter(story: Story | undefined): string[] {
  return story ? [`## The story so far · ${timeOf(story.updatedAt)}`, closeFence(story.text)] : []
}

const endings: Partial<Record<ReplyState, string>> = {
  running: '_The reply was still running._',
  stopped: '_The reply was stopped._',
  interrupted: '_The reply was interrupted._',
  failed: '_The reply failed._',
}

function contentOf(message: Message): string[] {
  if (message.erased) return ['_These words were deleted._']
  if (message.role === 'user') return [closeFence(message.content), ...filesOf(message)]
  const parts = partsOf(message)
  const said = Object.values(written).map((write) => write(parts))
  return [...said, endings[message.state] ?? ''].filter((part) => part !== '')
}

function filesOf({ files = [] }: Question): string[] {
  return files.length === 0 ? [] : [`Files: ${files.map(({ name }) => `“${plain(name)}”`).join(', ')}`]
}

/** How the parts of each kind are written, in this order: reasoning, calls of tools, text, the cited sources, and the model in a line. */
const written: Record<ReplyPart['kind'], (parts: readonly ReplyPart[]) => string> = {
  reasoning: (parts) => {
    const thought = reasoningOf(parts)
    return thought === '' ? '' : `### Reasoning\n\n${fenced(thought)}`
  },
  tool: toolMarkdown,
  text: (parts) => citedMarkdown(closeFence(textOf(parts)), sourcesOf(parts)),
  sources: (parts) => sourcesMarkdown(sourcesOf(parts), '###'),
  model: (parts) => modelMarkdown(modelOf(parts)),
  /** It has ids and figures alone. */
  context: () => '',
}
