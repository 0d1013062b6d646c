import { categoryCapabilities } from '../../../shared/agents/agent-defaults.ts'
import { limits } from '../../../shared/common/limits.ts'
import { isVisible } from '../../../shared/text/plain-text.ts'
import { bionicExtensionSchema, fromBionic, readExtension } from './bionic-extension.ts'
import {
  aboutOf,
  bounded,
  type CardContent,
  type CardDraft,
  chooseName,
  counted,
  createReport,
  divide,
  isObject,
  type JsonObject,
  knowledgeOr,
  listed,
  type ReportWriter,
  summarize,
  textOf,
  textsOf,
  toLine,
} from './card-draft.ts'
import { readLorebook } from './lorebook.ts'

/** The six fields of a V1 card, which V2 moved into `data`. */
export const v1Fields = [
  'name',
  'description',
  'personality',
  'scenario',
  'first_mes',
  'mes_example',
] as const

const usedFields = [
  ...v1Fields,
  'system_prompt',
  'post_history_instructions',
  'alternate_greetings',
  'nickname',
  'character_book',
]

const keptFields: Readonly<Record<string, string>> = {
  creator: 'Creator',
  creator_notes: 'Creator’s notes, which are shown here',
  character_version: 'Character version',
  tags: 'Tags, which are shown here',
  group_only_greetings: 'Greetings for groups',
  creator_notes_multilingual: 'Creator’s notes in other languages',
  source: 'Source',
  creation_date: 'Creation date',
  modification_date: 'Modification date',
}

/** The record with a card's fields: the card itself for V1, `data` for the later ones. */
export const dataOf = ({ format, json }: CardContent): JsonObject =>
  format !== 'chara_card_v1' && isObject(json.data) ? json.data : json

/** Reads a Character Card of version 1, 2 or 3. @throws {Failure} `card_invalid` if it has no name */
export function readCharacterCard(card: CardContent): CardDraft {
  const data = dataOf(card)
  const report = createReport()
  const { name, nameProblem } = chooseName(textOf(data.name), report)
  report.use('Name')
  warnOfVersion(card, report)
  const extensions = isObject(data.extensions) ? data.extensions : {}
  const bionic = readExtension(bionicExtensionSchema, extensions.bionic)
  const own = fromBionic(bionic)
  const tags = textsOf(data.tags)
  const character = readCharacter(data, name, report)
  const persona: CardDraft['persona'] = {
    greetings: readGreetings(data, report),
    background: character.background,
    systemPrompt: usedText('System prompt', data.system_prompt, report),
    exampleMessages: usedText('Example messages', data.mes_example, report),
    postHistoryInstructions: usedText('Closing instructions', data.post_history_instructions, report),
    nickname: toLine(textOf(data.nickname), limits.agentName),
  }
  if (persona.nickname !== '') report.use('Nickname')
  const lorebook = readLorebook(data.character_book, report)
  if (lorebook) report.use(`Lorebook with ${counted(lorebook.entries.length, 'entry', 'entries')}`)
  if (bionic) report.use('What Bionic wrote: category, description, capabilities and knowledge domains')
  reportKept(data, report)
  return {
    agent: {
      ...own,
      name,
      description: own.description ?? summarize([textOf(data.creator_notes), textOf(data.description)], name),
      category: own.category ?? 'neural',
      personality: character.personality,
      // A card's tags are for finding it, and are in no prompt, where capabilities are.
      capabilities: own.capabilities ?? [...categoryCapabilities.neural],
      knowledgeDomains: own.knowledgeDomains ?? knowledgeOr([]),
    },
    nameProblem,
    persona,
    lorebook,
    about: aboutOf(data.creator, data.character_version, data.creator_notes, tags),
    report: report.report,
  }
}

/**
 * The description is the personality; what is too long of it, and the card's personality and scenario, the background. A
 * card without a description begins with the first of these that it has.
 */
function readCharacter(data: JsonObject, name: string, report: ReportWriter) {
  const [description, traits, scenario] = [data.description, data.personality, data.scenario].map((value) =>
    isVisible(textOf(value)) ? textOf(value).trim() : '',
  ) as [string, string, string]
  const main = description || traits || scenario || `You are ${name}.`
  const others = [traits, scenario].map((text) => (text === main ? '' : text)) as [string, string]
  // Without anything before it, a scenario needs no label: so it comes back as the background that it was.
  const isAlone = others[0] === '' && main.length <= limits.joinedPersonality
  const more = [
    others[0] && `{{char}}’s personality: ${others[0]}`,
    others[1] && (isAlone ? others[1] : `Scenario: ${others[1]}`),
  ]
  const divided = divide(main, more, report)
  if (description)
    report.use(
      divided.rest ? 'Description, as the personality and the background' : 'Description, as the personality',
    )
  if (traits) report.use(traits === main ? 'Personality' : 'Personality, in the background')
  if (scenario) report.use(scenario === main ? 'Scenario, as the personality' : 'Scenario, in the background')
  return divided
}

function readGreetings(data: JsonObject, report: ReportWriter): string[] {
  const first = textOf(data.first_mes)
  const alternates = textsOf(data.alternate_greetings)
  const all = [first, ...alternates].filter((greeting) => greeting.trim() !== '')
  const greetings = all
    .slice(0, limits.personaGreetings)
    .map((greeting) => bounded('greeting', greeting, limits.personaText, report))
  if (all.length > greetings.length)
    report.refuse(
      `${counted(all.length - greetings.length, 'greeting')}: an agent can have ${limits.personaGreetings} here.`,
    )
  if (greetings.length === 1) report.use('First message')
  if (greetings.length > 1) report.use(`First message and ${counted(greetings.length - 1, 'alternate')}`)
  return greetings
}

function usedText(label: string, value: unknown, report: ReportWriter): string {
  const text = textOf(value)
  if (text.trim() === '') return ''
  report.use(label)
  return bounded(label.toLowerCase(), text, limits.personaText, report)
}

function reportKept(data: JsonObject, report: ReportWriter): void {
  const isGiven = (value: unknown) =>
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  for (const [field, label] of Object.entries(keptFields)) if (isGiven(data[field])) report.keep(label)
  const extensions = isObject(data.extensions) ? Object.keys(data.extensions) : []
  const others = extensions.filter((extension) => extension !== 'bionic')
  if (others.length > 0) report.keep(`Extensions: ${listed(others)}`)
  const known = new Set([
    ...usedFields,
    ...Object.keys(keptFields),
    'extensions',
    'assets',
    'spec',
    'spec_version',
  ])
  const unknown = Object.keys(data).filter((field) => !known.has(field) && isGiven(data[field]))
  if (unknown.length > 0) report.keep(`Fields that are not used here: ${listed(unknown)}`)
}

function warnOfVersion({ format, json }: CardContent, { warn }: ReportWriter): void {
  const version = Number.parseFloat(textOf(json.spec_version))
  const known = format === 'chara_card_v3' ? 3 : 2
  if (format !== 'chara_card_v1' && version > known)
    warn(
      `This card is of version ${version}, which is newer than ${known}.0: what is new in it is kept, not used.`,
    )
}
