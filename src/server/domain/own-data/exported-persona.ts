import { cardFormats, cardLimits } from '../../../shared/agents/cards.ts'
import { lorebookSchema } from '../../../shared/agents/persona.ts'
import type { ExportedPersona } from '../../../shared/own-data/export-format.ts'
import { checkJson } from '../../base/check-json.ts'
import type { StoredPersona } from '../../db/agents/personas.ts'
import type { ImportedPersona } from '../agents/agents.ts'

/** Writes the persona of an agent for an export; null if it has none. */
export function exportPersona(stored: StoredPersona | null): ExportedPersona | null {
  if (!stored) return null
  const { persona, lorebook, card, cardFormat } = stored
  return {
    ...persona,
    lorebook: lorebook && JSON.stringify(lorebook),
    card: card === null ? null : JSON.stringify(card),
    cardFormat,
  }
}

/**
 * Reads the persona of an exported agent. A lorebook or a card that can't be read is left out.
 * @param tell is called with what was left out
 */
export function importPersona(
  exported: ExportedPersona | null,
  tell: (what: 'lorebook' | 'card') => void,
): ImportedPersona | null {
  if (!exported) return null
  const { lorebook: writtenBook, card: writtenCard, cardFormat: format, ...persona } = exported
  const book = writtenBook === null ? null : lorebookSchema.safeParse(parseBounded(writtenBook))
  if (book && !book.success) tell('lorebook')
  const card = writtenCard === null ? undefined : parseBounded(writtenCard)
  const cardFormat = cardFormats.find((known) => known === format)
  const hasCard = typeof card === 'object' && card !== null && cardFormat !== undefined
  if (writtenCard !== null && !hasCard) tell('card')
  return {
    persona,
    lorebook: book?.success ? book.data : null,
    ...(hasCard && { card, cardFormat }),
  }
}

/** Parses JSON within the limits of cards; undefined if it exceeds them or is none. */
function parseBounded(text: string): unknown {
  if (checkJson(text, cardLimits) !== null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
