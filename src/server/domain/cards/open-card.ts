import { open, readFile } from 'node:fs/promises'
import { CARD_TOO_LARGE, cardLimits } from '../../../shared/agents/cards.ts'
import { limits } from '../../../shared/common/limits.ts'
import type { CardFile } from '../../db/agents/card-files.ts'
import { Failure } from '../failure.ts'
import { type OpenedZip, openZip } from '../zip/read-zip.ts'
import { counted, isObject, type JsonObject, textOf } from './card-draft.ts'
import { type ParsedCard, parseCardChunk, parseCardText } from './parse-card.ts'
import { isPng, pngText, pngWithoutTexts, readPngChunks } from './png-chunks.ts'
import { dataOf } from './read-character-card.ts'

export interface OpenedCard extends ParsedCard {
  /** The portrait, not decoded yet: a picture of any format, or anything else. */
  portrait: Uint8Array | null
  /** The other files of a CHARX, which an export as CHARX gives back. */
  files?: readonly CardFile[]
}

const aCard = { kind: 'a card', advice: 'Download the card again' }

/** The marks at the beginning of pictures that can't hold a card. */
const pictures: readonly [mark: string, name: string][] = [
  ['\xff\xd8\xff', 'JPEG'],
  ['GIF8', 'GIF'],
  ['RIFF', 'WebP'],
]

/**
 * Opens a PNG or APNG with a card in its text, JSON, a zip such as a CHARX, or a SKILL.md, told by the first bytes.
 * @throws {Failure} `card_invalid` or `card_too_large`, with a sentence for the person
 */
export async function openCard(path: string): Promise<OpenedCard> {
  const file = await open(path)
  const start = Buffer.alloc(8)
  try {
    const { size } = await file.stat()
    if (size > limits.cardBytes) throw new Failure('card_too_large', CARD_TOO_LARGE)
    if (size === 0) throw new Failure('card_invalid', 'This file is empty.')
    await file.read(start, 0, start.length, 0)
  } finally {
    await file.close()
  }
  const mark = start.toString('latin1')
  if (mark.startsWith('PK')) return openPacked(path)
  const bytes = await readFile(path)
  if (isPng(bytes)) return openPng(bytes)
  const picture = pictures.find(([begins]) => mark.startsWith(begins))
  if (picture)
    throw new Failure(
      'card_invalid',
      `This ${picture[1]} picture can’t hold a card. Choose the card as a PNG.`,
    )
  return withEmbedded(parseCardText(bytes))
}

/** `ccv3` wins where both are there. What the card is, is read in it: cards of V3 stand in `chara` as well. */
export function openPng(bytes: Buffer): OpenedCard {
  const chunks = readPngChunks(bytes)
  const text = pngText(chunks, 'ccv3') ?? pngText(chunks, 'chara')
  if (text === null)
    throw new Failure('card_invalid', 'This picture has no card in it. Choose the file as it was downloaded.')
  const card = parseCardChunk(text)
  const assets = chunks.filter(
    ({ type, data }) => type === 'tEXt' && data.toString('latin1', 0, 16).startsWith('chara-ext-asset_'),
  )
  const refused = assets.length > 0 ? [embedded(assets.length)] : []
  return { ...card, refused: [...card.refused, ...refused], portrait: pngWithoutTexts(chunks) }
}

async function openPacked(path: string): Promise<OpenedCard> {
  const zip = await openZip(path, cardLimits, aCard).catch(refusePacked)
  try {
    if (zip.names.includes('card.json')) return await openCharx(zip)
    const skill = zip.names.find((name) => /^(?:[^/]+\/)?SKILL\.md$/i.test(name))
    if (!skill)
      throw new Failure(
        'card_invalid',
        'This zip isn’t a character card: it has neither a card.json nor a SKILL.md.',
      )
    const card = parseCardText((await zip.read(skill, limits.cardJsonBytes)) ?? Buffer.alloc(0))
    const others = zip.names.filter((name) => name !== skill && !name.endsWith('/')).length
    const refused = others > 0 ? [`${counted(others, 'other file')} of the skill`] : []
    return { ...card, refused: [...card.refused, ...refused], portrait: null }
  } catch (error) {
    return refusePacked(error)
  } finally {
    zip.close()
  }
}

async function openCharx(zip: OpenedZip): Promise<OpenedCard> {
  const card = parseCardText((await zip.read('card.json', limits.cardJsonBytes)) ?? Buffer.alloc(0))
  const icon = iconOf(assetsOf(card))
  const uri = textOf(icon?.uri)
  const name = /^embedd?ed:\/\/(.+)$/.exec(uri)?.[1]
  const found = name !== undefined && zip.names.includes(name)
  const others = zip.names.filter(
    (entry) => entry !== 'card.json' && !(found && entry === name) && !entry.endsWith('/'),
  )
  const { files, left } = await readKept(zip, others)
  const refused = left > 0 ? [tooMuch(left)] : []
  const opened = found ? { ...card, portrait: await zip.read(name, limits.cardBytes) } : withEmbedded(card)
  return { ...opened, refused: [...opened.refused, ...refused], files }
}

/** Reads the files that an export gives back, in the order of the zip, and counts those that are beyond the limits. */
async function readKept(
  zip: OpenedZip,
  names: readonly string[],
): Promise<{ files: CardFile[]; left: number }> {
  const files: CardFile[] = []
  let room: number = cardLimits.keptBytes
  for (const path of names) {
    const bytes = zip.stream(path)?.bytes ?? 0
    if (bytes > room || !isKeptPath(path)) continue
    const content = await zip.read(path, bytes)
    if (content) files.push({ path, content })
    room -= bytes
  }
  return { files, left: names.length - files.length }
}

/** Whether a path can be stored: it is text without control characters, within its limit. */
export const isKeptPath = (path: string): boolean =>
  path.length <= cardLimits.keptPath && path.isWellFormed() && !/\p{Cc}/u.test(path)

/** Opens the portrait that a card has in itself, as a data URL. Addresses on the web are not fetched. */
function withEmbedded(card: ParsedCard): OpenedCard {
  const uri = textOf(iconOf(assetsOf(card))?.uri)
  const data = /^data:image\/[\w.+-]{1,40};base64,/.exec(uri)
  if (data) return { ...card, portrait: Buffer.from(uri.slice(data[0].length), 'base64') }
  const refused = /^https?:/i.test(uri)
    ? ['The portrait: it is an address on the web. Add it in the form.']
    : []
  return { ...card, refused: [...card.refused, ...refused], portrait: null }
}

const assetsOf = (card: ParsedCard): JsonObject[] => {
  const { assets } = dataOf(card)
  return Array.isArray(assets) ? assets.filter(isObject) : []
}

/** The portrait among a card's assets: the icon with the name `main`, or else the first icon. */
export const iconOf = (assets: readonly JsonObject[]): JsonObject | undefined => {
  const icons = assets.filter(({ type }) => type === 'icon')
  return icons.find(({ name }) => name === 'main') ?? icons[0]
}

const tooMuch = (count: number) =>
  `${counted(count, 'embedded file')}: a card keeps ${cardLimits.keptBytes / (1024 * 1024)} MB of files besides its portrait`

const embedded = (count: number) =>
  `${counted(count, 'embedded file')}: pictures, sounds and scripts besides the portrait are not kept`

function refusePacked(error: unknown): never {
  if (!(error instanceof Failure)) throw error
  if (error.code === 'archive_too_large') throw new Failure('card_too_large', error.message)
  if (error.code === 'archive_invalid') throw new Failure('card_invalid', error.message)
  throw error
}
