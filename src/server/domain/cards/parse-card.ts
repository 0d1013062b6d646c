import type { CardFormat } from '../../../shared/agents/cards.ts'
import { cardLimits } from '../../../shared/agents/cards.ts'
import { limits } from '../../../shared/common/limits.ts'
import { checkJson } from '../../base/check-json.ts'
import { Failure } from '../failure.ts'
import { type CardContent, type CardDraft, isObject, type JsonObject, textOf } from './card-draft.ts'
import { readCharacterCard, v1Fields } from './read-character-card.ts'
import { elizaSecrets, isEliza, readEliza, withoutSecrets } from './read-eliza.ts'
import { isSkill, parseSkill, readSkill } from './read-skill.ts'

export interface ParsedCard extends CardContent {
  refused: readonly string[]
}

/** JSON of any format, or a SKILL.md. @throws {Failure} `card_invalid`, or `card_too_large` (size, depth, number of values) */
export function parseCardText(bytes: Uint8Array): ParsedCard {
  if (bytes.length > limits.cardJsonBytes) throw tooMuchText()
  const text = decoded(bytes)
  if (isSkill(text)) return { format: 'skill', json: parseSkill(text), refused: [] }
  const start = text.trimStart().slice(0, 5).toLowerCase()
  if (start.startsWith('<svg') || start.startsWith('<?xml'))
    throw new Failure(
      'card_invalid',
      'SVG is not accepted. A card is a PNG, an APNG, JSON, a CHARX or a SKILL.md.',
    )
  return parseCardJson(text)
}

function parseCardJson(text: string): ParsedCard {
  const fault = checkJson(text, cardLimits)
  if (fault) throw new Failure('card_too_large', `The card is nested too deeply or too large. ${fault}`)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new Failure('card_invalid', 'This isn’t a character card: it is neither JSON nor a SKILL.md.')
  }
  if (!isObject(json))
    throw new Failure('card_invalid', 'This JSON isn’t a character card: it is not an object.')
  const format = formatOf(json)
  if (format !== 'eliza') return { format, json, refused: [] }
  const { character, secrets } = withoutSecrets(json)
  return { format, json: character, refused: secrets.length > 0 ? [elizaSecrets(secrets)] : [] }
}

/** Decodes the base64 of a PNG's text chunk, whose length is checked before. */
export function parseCardChunk(base64: string): ParsedCard {
  if (base64.length > Math.ceil(limits.cardJsonBytes / 3) * 4) throw tooMuchText()
  return parseCardText(Buffer.from(base64, 'base64'))
}

/** Which format a JSON object has. @throws {Failure} `card_invalid` if it is none */
function formatOf(json: JsonObject): CardFormat {
  const { spec } = json
  if (spec === 'lorebook_v3' || ('entries' in json && !('name' in json && 'description' in json)))
    throw new Failure(
      'card_invalid',
      'This is a lorebook, not a character. Open the agent that it is for, and add it there.',
    )
  if (typeof spec === 'string' && isObject(json.data)) {
    const version = /^chara_card_v(\d{1,3})$/.exec(spec)?.[1]
    if (version !== undefined) return Number(version) >= 3 ? 'chara_card_v3' : 'chara_card_v2'
    throw new Failure('card_invalid', 'This JSON is a card of a kind that is not known here.')
  }
  if (isEliza(json)) return 'eliza'
  if (textOf(json.name) !== '' && v1Fields.slice(1).some((field) => typeof json[field] === 'string'))
    return 'chara_card_v1'
  throw new Failure('card_invalid', 'This JSON isn’t a character card: it has no name with a description.')
}

/** Whether a card that came with its format can be read as one. */
export function isReadable(card: CardContent): boolean {
  try {
    draftOf(card)
    return true
  } catch {
    return false
  }
}

/** @throws {Failure} `card_invalid` if it has no name */
export function draftOf(card: CardContent): CardDraft {
  switch (card.format) {
    case 'chara_card_v1':
    case 'chara_card_v2':
    case 'chara_card_v3':
      return readCharacterCard(card)
    case 'eliza':
      return readEliza(card.json)
    case 'skill':
      return readSkill(card.json)
    default:
      return card.format satisfies never
  }
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Failure(
      'card_invalid',
      'This isn’t a character card: it is neither a PNG, nor a zip, nor text in UTF-8.',
    )
  }
}

const tooMuchText = () =>
  new Failure(
    'card_too_large',
    `The text of a card can have at most ${limits.cardJsonBytes / 1024 / 1024} MB.`,
  )
