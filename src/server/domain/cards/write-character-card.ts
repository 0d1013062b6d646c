import { isDeepStrictEqual } from 'node:util'
import type { CardFormat } from '../../../shared/agents/cards.ts'
import { NO_PERSONA } from '../../../shared/agents/persona.ts'
import type { StoredPersona } from '../../db/agents/personas.ts'
import { bionicOf } from './bionic-extension.ts'
import { type CardAgent, type CardContent, type CardDraft, isObject, type JsonObject } from './card-draft.ts'
import { type CardOrigin, originFields } from './card-origin.ts'
import { completeLorebook } from './lorebook.ts'
import { draftOf, isReadable } from './parse-card.ts'
import { dataOf, v1Fields } from './read-character-card.ts'

export interface ExportedCharacter {
  agent: CardAgent
  creator: string
  version: string
  persona: Pick<StoredPersona, 'persona' | 'lorebook' | 'card' | 'cardFormat'> | null
  origin?: CardOrigin
}

/** The texts that every card must have, though they can be empty. */
const required = {
  ...Object.fromEntries(v1Fields.map((field) => [field, ''])),
  creator_notes: '',
  system_prompt: '',
  post_history_instructions: '',
  creator: '',
  character_version: '',
  tags: [],
  alternate_greetings: [],
  group_only_greetings: [],
}

const v3Fields = new Set([
  'assets',
  'nickname',
  'creator_notes_multilingual',
  'source',
  'group_only_greetings',
  'creation_date',
  'modification_date',
])

/** Null for a card that can't be read, too: the agent is exported without it. */
export function originalOf({ persona }: ExportedCharacter): CardContent | null {
  if (!persona || !isObject(persona.card) || persona.cardFormat === null) return null
  const original = { format: persona.cardFormat as CardFormat, json: persona.card }
  return isReadable(original) ? original : null
}

/**
 * Writes a Character Card V3. An imported card is given again; only what was changed here since is written anew.
 * @param assets what takes the place of the card's assets; undefined to leave them out
 */
export function writeCharacterCard(
  character: ExportedCharacter,
  assets: (original: readonly JsonObject[]) => JsonObject[] | undefined,
): JsonObject {
  const original = originalOf(character)
  const isCard = original?.format.startsWith('chara_card_')
  const base = original && isCard ? dataOf(original) : {}
  const changed = changedFields(character, original && isCard ? draftOf(original) : null, base)
  // Copied once: a card can have very many fields.
  const data: JsonObject = { ...required, ...base, ...changed }
  if (!original) {
    data.creator_notes = character.agent.description
    data.creator = character.creator
    data.character_version = character.version
  }
  data.extensions = {
    ...(isObject(base.extensions) ? base.extensions : {}),
    // What other formats say, which a card has no place for.
    ...(original && !isCard && { [original.format]: original.json }),
    bionic: { ...bionicOf(character.agent), ...(character.origin && originFields(character.origin)) },
  }
  // A field that is undefined is in no JSON.
  data.assets = assets(Array.isArray(base.assets) ? base.assets.filter(isObject) : [])
  const { format, json } = original ?? { format: null, json: {} }
  const version =
    format === 'chara_card_v3' && typeof json.spec_version === 'string' ? json.spec_version : '3.0'
  const outer = format === 'chara_card_v2' || format === 'chara_card_v3' ? flatCopies(json, changed) : {}
  return { ...outer, spec: 'chara_card_v3', spec_version: version, data }
}

/** The same card for readers of V2. */
export function asV2(card: JsonObject): JsonObject {
  const data = Object.entries(card.data as JsonObject).filter(([field]) => !v3Fields.has(field))
  return { ...card, spec: 'chara_card_v2', spec_version: '2.0', data: Object.fromEntries(data) }
}

/** Fields of V1 that an application repeated beside `data` follow what was changed here. */
function flatCopies(json: JsonObject, changed: JsonObject): JsonObject {
  const copies = v1Fields.filter((field) => typeof json[field] === 'string' && field in changed)
  return { ...json, ...Object.fromEntries(copies.map((field) => [field, changed[field]])) }
}

/** The fields that were changed since the import; all of them without a card. */
function changedFields(
  { agent, persona: stored }: ExportedCharacter,
  imported: CardDraft | null,
  base: JsonObject,
): JsonObject {
  const persona = stored?.persona ?? NO_PERSONA
  const lorebook = stored?.lorebook ?? null
  const before = imported ?? { agent: null, persona: null, lorebook: null }
  const fields: JsonObject = {}
  const set = (isSame: boolean, changed: () => JsonObject) => {
    if (!isSame) Object.assign(fields, changed())
  }
  set(agent.name === before.agent?.name, () => ({ name: agent.name }))
  // A card keeps its own tags; capabilities are what an agent that was made here is found by.
  set(imported !== null, () => ({ tags: agent.capabilities }))
  set(
    agent.personality === before.agent?.personality && persona.background === before.persona?.background,
    () => ({ description: agent.personality, personality: '', scenario: persona.background }),
  )
  set(isDeepStrictEqual(persona.greetings, before.persona?.greetings), () => ({
    first_mes: persona.greetings[0] ?? '',
    alternate_greetings: persona.greetings.slice(1),
  }))
  set(persona.systemPrompt === before.persona?.systemPrompt, () => ({ system_prompt: persona.systemPrompt }))
  set(persona.exampleMessages === before.persona?.exampleMessages, () => ({
    mes_example: persona.exampleMessages,
  }))
  set(persona.postHistoryInstructions === before.persona?.postHistoryInstructions, () => ({
    post_history_instructions: persona.postHistoryInstructions,
  }))
  set(persona.nickname === (before.persona?.nickname ?? ''), () => ({ nickname: persona.nickname }))
  const book = isDeepStrictEqual(lorebook, before.lorebook) ? base.character_book : lorebook
  fields.character_book = isObject(book) ? completeLorebook(book) : undefined
  return fields
}
