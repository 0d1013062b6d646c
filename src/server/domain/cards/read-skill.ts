import { categoryCapabilities } from '../../../shared/agents/agent-defaults.ts'
import { NO_PERSONA } from '../../../shared/agents/persona.ts'
import { limits } from '../../../shared/common/limits.ts'
import { cutText, toPlainText } from '../../../shared/text/plain-text.ts'
import { Failure } from '../failure.ts'
import { fromBionic } from './bionic-extension.ts'
import {
  aboutOf,
  type CardDraft,
  chooseName,
  createReport,
  divide,
  type JsonObject,
  knowledgeOr,
  listed,
  summarize,
  textOf,
} from './card-draft.ts'

const FRONT_MATTER = 16_384

const isFence = (line: string) => line.trimEnd() === '---'

export const isSkill = (text: string) => isFence(text.slice(0, Math.max(0, text.indexOf('\n'))))

/**
 * Divides a SKILL.md into `front_matter` as it is written, its top-level `fields`, and the `instructions`.
 * @throws {Failure} `card_invalid` if the front matter has no end, or there are no instructions
 */
export function parseSkill(text: string): JsonObject {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const end = lines.findIndex((line, index) => index > 0 && isFence(line))
  const frontMatter = lines.slice(1, Math.max(1, end)).join('\n')
  if (end === -1 || frontMatter.length > FRONT_MATTER)
    throw new Failure('card_invalid', 'The front matter of this SKILL.md has no end, or is too long.')
  const instructions = lines
    .slice(end + 1)
    .join('\n')
    .trim()
  if (instructions === '') throw new Failure('card_invalid', 'This SKILL.md has no instructions.')
  return { front_matter: frontMatter, fields: parseFields(lines.slice(1, end)), instructions }
}

/** The part of YAML that the format needs: texts that are plain, quoted or a block. Other values stay as they are written. */
function parseFields(lines: readonly string[]): Record<string, string> {
  const fields: [string, string][] = []
  let at = 0
  while (at < lines.length) {
    const field = /^([A-Za-z][\w-]{0,63}):(?=\s|$)(.*)/s.exec(lines[at++] ?? '')
    if (!field?.[1]) continue
    const inner: string[] = []
    while (at < lines.length && /^(?:[^\S\n]|$)/.test(lines[at] ?? '')) inner.push(lines[at++] ?? '')
    fields.push([field[1], scalar((field[2] ?? '').trim(), inner)])
  }
  return Object.fromEntries(fields)
}

function scalar(first: string, inner: readonly string[]): string {
  const trimmed = inner.map((line) => line.trim())
  if (/^\|[+-]?$/.test(first)) return trimmed.join('\n').trim()
  const folded = trimmed.join(' ').trim()
  if (/^>[+-]?$/.test(first)) return folded
  const text = `${first} ${folded}`.trim()
  if (/^".*"$/.test(text)) return text.slice(1, -1).replace(/\\(["\\])/g, '$1')
  if (/^'.*'$/.test(text)) return text.slice(1, -1).replaceAll("''", "'")
  return text.replace(/\s#.*$/s, '')
}

/** The instructions are the personality. @throws {Failure} `card_invalid` if it has no name */
export function readSkill(json: JsonObject): CardDraft {
  const report = createReport()
  const fields = (json.fields ?? {}) as JsonObject
  const { name, nameProblem } = chooseName(textOf(fields.name), report)
  const instructions = textOf(json.instructions)
  const { personality, background } = divide(instructions, [], report)
  report.use('Name')
  report.use(
    background ? 'Instructions, as the personality and the background' : 'Instructions, as the personality',
  )
  const described = toPlainText(textOf(fields.description)).trim()
  if (described) report.use('Description')
  if (described.length > limits.agentDescription)
    report.keep('The end of the description, which is too long to be shown')
  const others = Object.keys(fields).filter((field) => field !== 'name' && field !== 'description')
  if (others.length > 0) report.keep(`Fields that are not used here: ${listed(others)}`)
  if (/(?:^|[\s("'`[])(?:scripts|references|assets)\//.test(instructions))
    report.warn('The instructions name files of the skill. An agent here has the instructions alone.')
  return {
    agent: {
      ...fromBionic(null),
      name,
      description: cutText(described, limits.agentDescription).trim() || summarize([instructions], name),
      category: 'neural',
      personality,
      capabilities: [...categoryCapabilities.neural],
      knowledgeDomains: knowledgeOr([]),
    },
    nameProblem,
    persona: { ...NO_PERSONA, background },
    lorebook: null,
    about: aboutOf('', '', fields.description, []),
    report: report.report,
  }
}
