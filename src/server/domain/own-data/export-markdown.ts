import {
  type AgentContent,
  agentFields,
  type FieldName,
  fieldNames,
} from '../../../shared/agents/agent-fields.ts'
import type { ExportedBrief } from '../../../shared/own-data/export-format.ts'
import type { ExportedAgent, ExportedPersona } from '../../../shared/own-data/exported-agent.ts'
import type { ExportedCopy } from '../../../shared/own-data/exported-conversation.ts'
import { platformRules } from '../../../shared/social.ts'
import { closeFence, fenced, plain, timeOf } from '../../../shared/text/markdown-text.ts'
import type { AgentTools } from '../../../shared/tools/agent-tools.ts'
import { ownToolWords } from '../../../shared/tools/own-tool-words.ts'
import { isOwnServer } from '../../../shared/tools/tool-states.ts'

// Markdown for people; the JSON files next to it are for programs.

const paragraphs = (...parts: readonly (string | false)[]) =>
  `${parts.filter((part) => part !== false && part !== '').join('\n\n')}\n`

const items = (texts: readonly string[]) => texts.map((text) => `- ${plain(text)}`).join('\n')

/** Only for a picture that is part of the export. */
function pictureOf(imageUrl: string): string | false {
  const file = /^\/images\/([0-9a-f]{64}\.webp)$/.exec(imageUrl)?.[1]
  return file !== undefined && `![](../pictures/${file})`
}

/** The lorebook and the card are in the document for programs. */
function personaParagraphs(persona: ExportedPersona): string[] {
  const section = (title: string, text: string) => (text === '' ? [] : [`## ${title}`, fenced(text)])
  return [
    ...persona.greetings.flatMap((greeting, index) =>
      section(index === 0 ? 'First message' : `First message, alternative ${index}`, greeting),
    ),
    ...section('Background', persona.background),
    ...section('System prompt', persona.systemPrompt),
    ...section('Example messages', persona.exampleMessages),
    ...section('Closing instructions', persona.postHistoryInstructions),
    ...section('Nickname', persona.nickname),
  ]
}

const headedFields = fieldNames.filter(
  (field) => !['name', 'description', 'category', 'imageUrl', 'pumpToken'].includes(field),
)

const textOf = (value: AgentContent[FieldName]) =>
  typeof value === 'string' && value !== '' ? [fenced(value)] : []
const itemsOf = (value: AgentContent[FieldName]) =>
  Array.isArray(value) ? value : value && typeof value === 'object' && 'own' in value ? toolItems(value) : []

/** The tools of this place by their names; a server has its name only where it is the place's. */
const toolItems = ({ own, servers }: AgentTools) => [
  ...own.map((name) => ownToolWords[name].name),
  ...servers.map(({ id, open }) => {
    const server = isOwnServer(id) ? 'Tools of a server of my own' : `Tools of the server ${id}`
    return open.length === 0 ? server : `${server}, open for everybody: ${open.join(', ')}`
  }),
]

function headed(field: FieldName, agent: AgentContent): string[] {
  const written = [...textOf(agent[field]), items(itemsOf(agent[field]))].filter((text) => text !== '')
  return written.length > 0 ? [`## ${agentFields[field].label}`, ...written] : []
}

export function agentMarkdown(agent: ExportedAgent): string {
  const { version, versions, documents, persona } = agent
  return paragraphs(
    `# ${plain(agent.name)}`,
    pictureOf(agent.imageUrl),
    `${agent.isPublic ? 'Published' : 'A draft'}, ${agent.visibilityEnabled ? 'active' : 'dormant'}, ${agent.category}, made ${timeOf(agent.createdAt)}`,
    closeFence(agent.description),
    ...headedFields.flatMap((field) => headed(field, agent)),
    ...(persona ? personaParagraphs(persona) : []),
    agent.pumpToken !== null && `Token: \`${agent.pumpToken}\``,
    documents.length > 0 && '## Documents',
    documents
      .map(({ name, file }) => `- [${plain(name)}](../${file.split('/').map(encodeURIComponent).join('/')})`)
      .join('\n'),
    documents.length > 0 &&
      `Visitors can open ${agent.sourcesOpen === 'documents' ? 'them whole' : 'the passages that replies cite'}.`,
    `Version ${version}`,
    ...versions.flatMap((before) => [
      `## Version ${before.number}, until ${timeOf(before.replacedAt)}`,
      `**${plain(before.name)}**`,
      closeFence(before.description),
      ...headedFields.flatMap((field) => textOf(before[field])),
      items(headedFields.flatMap((field) => itemsOf(before[field]))),
    ]),
  )
}

export function briefMarkdown(brief: ExportedBrief): string {
  const { topic, source, drafts, platform, agentName, createdAt } = brief
  return paragraphs(
    `# Drafts for ${platformRules[platform].name}`,
    `By ${plain(agentName)}, ${brief.tone}, begun ${timeOf(createdAt)}`,
    '## Topic',
    closeFence(topic),
    source !== '' && `## Pasted text\n\n${fenced(source)}`,
    ...drafts.flatMap(({ content, edited }, index) => [
      `## Draft ${index + 1}${edited ? ', edited' : ''}`,
      content === '' ? '_Nothing came of it._' : fenced(content),
    ]),
  )
}

export function copyMarkdown({ title, agentName, sharedAt, messages }: ExportedCopy): string {
  return paragraphs(
    `# ${plain(title)}`,
    `A conversation with ${plain(agentName)}, shared ${timeOf(sharedAt)}. Whoever has the link can read this:`,
    ...messages.flatMap(({ role, content }) => [
      `## ${role === 'user' ? 'You' : plain(agentName)}`,
      closeFence(content),
    ]),
  )
}

export function realmHead(realm: { name: string; description: string; createdAt: string }): string {
  const about = realm.description === '' ? false : closeFence(realm.description)
  return paragraphs(`# ${plain(realm.name)}`, about, `A realm of ${timeOf(realm.createdAt)}. My messages:`)
}

export function wordMarkdown({ content, createdAt }: { content: string; createdAt: string }): string {
  return `\n${paragraphs(`## ${timeOf(createdAt)}`, closeFence(content))}`
}

interface Day {
  start: string
  conversations: number
  messages: number
  finished: number
  words: number
  failed: Record<string, number>
}

export function daysMarkdown(agents: readonly { name: string; days: readonly Day[] }[]): string {
  return paragraphs(
    '# Analytics',
    'By day of UTC.',
    ...agents.flatMap(({ name, days }) => [
      `## ${plain(name)}`,
      days.length === 0 ? '_Nothing was counted._' : table(days),
    ]),
  )
}

const table = (days: readonly Day[]) =>
  [
    '| Day | Conversations | Messages | Finished replies | Failed replies | Words |',
    '|---|---:|---:|---:|---:|---:|',
    ...days.map(({ start, conversations, messages, finished, failed, words }) => {
      const failures = Object.values(failed).reduce((sum, count) => sum + count, 0)
      return `| ${[start.slice(0, 10), conversations, messages, finished, failures, words].join(' | ')} |`
    }),
  ].join('\n')
