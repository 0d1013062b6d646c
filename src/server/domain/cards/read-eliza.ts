import { categoryCapabilities } from '../../../shared/agents/agent-defaults.ts'
import { limits } from '../../../shared/common/limits.ts'
import { type ElizaExtension, elizaExtensionSchema, fromBionic, readExtension } from './bionic-extension.ts'
import {
  aboutOf,
  bounded,
  type CardDraft,
  chooseName,
  counted,
  createReport,
  divide,
  isObject,
  items,
  type JsonObject,
  knowledgeOr,
  listed,
  summarize,
  textOf,
  textsOf,
} from './card-draft.ts'
import { readLorebook } from './lorebook.ts'

/** Fields of a character whose values are never stored. */
const secret = /^secrets?$|(?:API_?KEY|_KEY|_TOKEN|PASSWORD|PRIVATE_?KEY|_SECRET)$/i

/** Removes `secrets` wherever it stands, and settings named as keys are. Returns the character and their names. */
export function withoutSecrets(character: JsonObject): { character: JsonObject; secrets: string[] } {
  const secrets: string[] = []
  function strip(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(strip)
    if (!isObject(value)) return value
    const kept = Object.entries(value).filter(([name]) => {
      if (secret.test(name)) secrets.push(name)
      return !secret.test(name)
    })
    return Object.fromEntries(kept.map(([name, inner]) => [name, strip(inner)]))
  }
  return { character: strip(character) as JsonObject, secrets }
}

export const isEliza = (json: JsonObject) =>
  typeof json.name === 'string' &&
  json.spec === undefined &&
  json.first_mes === undefined &&
  ('bio' in json || 'messageExamples' in json)

/** `bio` is the personality; `lore` and `style` are the background. @throws {Failure} `card_invalid` if it has no name */
export function readEliza(json: JsonObject): CardDraft {
  const report = createReport()
  const { name, nameProblem } = chooseName(textOf(json.name), report)
  report.use('Name')
  const settings = isObject(json.settings) ? json.settings : {}
  const bionic = readExtension(elizaExtensionSchema, settings.bionic)
  const bio = textsOf(json.bio).filter((line) => line.trim() !== '')
  const ownBackground = bionic && bionic.background_items > 0 ? bio.splice(-1) : []
  const style = isObject(json.style) ? json.style : {}
  const more = [
    ...ownBackground,
    block('Lore', textsOf(json.lore)),
    block('Style', [...textsOf(style.all), ...textsOf(style.chat)]),
  ]
  const divided = divide(bio.join('\n') || `You are ${name}.`, more, report)
  if (bio.length > 0) report.use('Bio, as the personality')
  if (more.some((part) => part !== '')) report.use('Lore and style, in the background')
  const topics = items(textsOf(json.topics))
  if (topics.length > 0) report.use(`Topics, as knowledge domains: ${listed(topics)}`)
  const adjectives = items(textsOf(json.adjectives))
  if (adjectives.length > 0) report.use(`Adjectives, as capabilities: ${listed(adjectives)}`)
  const examples = bounded('message examples', readExamples(json.messageExamples), limits.personaText, report)
  if (examples) report.use('Message examples')
  const system = textOf(json.system)
  if (system.trim()) report.use('System text, before what is said of an agent here')
  const used = ['name', 'bio', 'lore', 'topics', 'adjectives', 'messageExamples', 'system', 'style']
  const unused = Object.keys(json).filter((field) => !used.includes(field))
  if (unused.length > 0) report.keep(`Fields that are not used here: ${listed(unused)}`)
  if (textsOf(style.post).length > 0) report.keep('Style of posts')
  if (bionic)
    report.use('What Bionic wrote: category, description, greetings, closing instructions and lorebook')
  const same = bionic && sameExamples(bionic, json)
  const own = fromBionic(bionic)
  const category = own.category ?? 'neural'
  return {
    agent: {
      ...own,
      name,
      description: own.description ?? summarize(bio, name),
      category,
      personality: divided.personality,
      capabilities:
        own.capabilities ?? (adjectives.length > 0 ? adjectives : [...categoryCapabilities[category]]),
      knowledgeDomains: knowledgeOr(topics),
    },
    nameProblem,
    persona: {
      greetings: bionic?.persona.greetings ?? [],
      background: divided.background,
      systemPrompt: bounded('system text', fromSystem(system), limits.personaText, report),
      exampleMessages: same ? bionic.persona.exampleMessages : examples,
      postHistoryInstructions: bionic?.persona.postHistoryInstructions ?? '',
      nickname: bionic?.persona.nickname ?? '',
    },
    lorebook: bionic ? readLorebook(bionic.lorebook, report) : null,
    about: aboutOf(json.username, '', '', []),
    report: report.report,
  }
}

const block = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? '' : `${title}:\n${lines.map((line) => `- ${line}`).join('\n')}`

/** In ElizaOS the system text stands before all else; a system prompt here replaces all else. */
const ORIGINAL = '{{original}}'
const fromSystem = (system: string) =>
  system.trim() === '' ? '' : system.includes(ORIGINAL) ? system : `${system.trim()}\n\n${ORIGINAL}`

const sameExamples = ({ persona }: ElizaExtension, { name, messageExamples }: JsonObject) =>
  JSON.stringify(writeExamples(persona.exampleMessages, textOf(name))) === JSON.stringify(messageExamples)

/** `<START>` before each example, and a line for each message. A speaker without a placeholder is the character. */
function readExamples(value: unknown): string {
  const conversations = (Array.isArray(value) ? value : []).map((conversation: unknown) =>
    isObject(conversation) ? conversation.examples : conversation,
  )
  return conversations
    .filter((conversation) => Array.isArray(conversation))
    .map((messages: unknown[]) => ['<START>', ...messages.filter(isObject).map(readMessage)].join('\n'))
    .join('\n')
}

function readMessage(message: JsonObject): string {
  const speaker = textOf(message.name ?? message.user)
  const content = isObject(message.content) ? textOf(message.content.text) : textOf(message.content)
  return `${/^\{\{(?:user|name)\d*\}\}$/.test(speaker) ? '{{user}}' : '{{char}}'}: ${content}`
}

/** Example messages in the form of ElizaOS; lines without a speaker belong to the message before them. */
export function writeExamples(examples: string, agentName: string): object[][] {
  return examples
    .split(/^<START>[^\S\n]*\n?/m)
    .map((example) => {
      const messages: { name: string; content: { text: string } }[] = []
      for (const line of example.split('\n')) {
        const said = /^(\{\{user\}\}|\{\{char\}\}):[^\S\n]?/.exec(line)
        const last = messages.at(-1)
        if (said) {
          const name = said[1] === '{{user}}' ? '{{name1}}' : agentName
          messages.push({ name, content: { text: line.slice(said[0].length) } })
        } else if (last) last.content.text += `\n${line}`
      }
      for (const message of messages) message.content.text = message.content.text.trimEnd()
      return messages
    })
    .filter((messages) => messages.length > 0)
}

export const elizaSecrets = (secrets: readonly string[]) =>
  `${counted(secrets.length, 'secret setting')}, never read: ${listed([...new Set(secrets)])}`
