import { buffer } from 'node:stream/consumers'
import { cardFormats, cardLimits } from '../../../shared/agents/cards.ts'
import { type EditedPersona, lorebookSchema, personaSchema } from '../../../shared/agents/persona.ts'
import type {
  ExportedAgent,
  ExportedCardFile,
  ExportedPersona,
  ReplacedPersona,
} from '../../../shared/own-data/exported-agent.ts'
import { checkJson } from '../../base/check-json.ts'
import type { CardFile } from '../../db/agents/card-files.ts'
import type { StoredPersona } from '../../db/agents/personas.ts'
import type { CardFiles } from '../agents/card-files.ts'
import type { ImportedPersona } from '../agents/new-agents.ts'
import { isObject } from '../cards/card-draft.ts'
import { isKeptPath } from '../cards/open-card.ts'
import { isReadable } from '../cards/parse-card.ts'
import { orGone } from '../failure.ts'
import type { ZipEntry } from '../zip/write-zip.ts'
import { pathOf } from '../zip/write-zip.ts'

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

/** Leaves out a lorebook or a card that can't be read, and calls `tell`. */
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
  const hasCard = isObject(card) && cardFormat !== undefined && isReadable({ format: cardFormat, json: card })
  if (writtenCard !== null && !hasCard) tell('card')
  return {
    persona,
    lorebook: book?.success ? book.data : null,
    ...(hasCard && { card, cardFormat }),
  }
}

export const exportReplaced = ({ persona, lorebook }: EditedPersona): ReplacedPersona | null =>
  persona && { ...personaSchema.parse(persona), lorebook: lorebook && JSON.stringify(lorebook) }

/** By version. A lorebook that can't be read is left out. */
export function importReplaced({ versions }: Pick<ExportedAgent, 'versions'>): Map<number, EditedPersona> {
  const replaced = versions.flatMap(({ number, replacedPersona: exported }) => {
    if (exported === undefined) return []
    const persona = importPersona(exported && { ...exported, card: null, cardFormat: null }, () => {})
    return [[number, persona ?? { persona: null, lorebook: null }] as const]
  })
  return new Map(replaced)
}

/** Within the limits of cards; undefined if it exceeds them or is no JSON. */
function parseBounded(text: string): unknown {
  if (checkJson(text, cardLimits) !== null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export async function exportCardFiles(
  cardFiles: Pick<CardFiles, 'list' | 'read'>,
  agentId: string,
  folder: string,
): Promise<{ listed: ExportedCardFile[]; entries: () => AsyncGenerator<ZipEntry> }> {
  const listed = (await cardFiles.list(agentId)).map(({ path, bytes }, index) => ({
    path,
    bytes,
    file: pathOf(folder, index, path.split('/').at(-1) ?? ''),
  }))
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const { path, file } of listed)
      yield { path: file, content: await cardFiles.read(agentId, path), packed: true }
  }
  return { listed, entries }
}

/** Keeps within the limits of cards, and calls `tell` with the path of each file that was left out. */
export async function importCardFiles(
  { cardFiles }: Pick<ExportedAgent, 'cardFiles'>,
  open: (file: string) => { bytes: number; content: AsyncIterable<Uint8Array> } | null,
  tell: (path: string) => void,
): Promise<CardFile[]> {
  const files: CardFile[] = []
  let room: number = cardLimits.keptBytes
  for (const { path, bytes, file } of cardFiles) {
    const found = open(file)
    if (found?.bytes !== bytes || bytes > room || !isKeptPath(path)) {
      tell(path)
      continue
    }
    const content = await orGone(buffer(found.content))
    if (content) files.push({ path, content })
    else tell(path)
    room -= bytes
  }
  return files
}
