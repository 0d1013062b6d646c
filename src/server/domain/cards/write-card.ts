import { buffer } from 'node:stream/consumers'
import type { CardFile } from '../../../shared/agents/cards.ts'
import { writeZip, type ZipEntry } from '../zip/write-zip.ts'
import { type JsonObject, textOf } from './card-draft.ts'
import { iconOf } from './open-card.ts'
import { pngWithTexts } from './png-chunks.ts'
import type { Portrait } from './portraits.ts'
import { asV2, type ExportedCharacter, writeCharacterCard } from './write-character-card.ts'
import { writeEliza } from './write-eliza.ts'

export const cardFileTypes: Readonly<Record<CardFile, { ending: string; type: string }>> = {
  png: { ending: '.png', type: 'image/png' },
  json: { ending: '.json', type: 'application/json' },
  charx: { ending: '.charx', type: 'application/zip' },
  eliza: { ending: '.eliza.json', type: 'application/json' },
}

const ICON_PATH = 'assets/icon/images/main.png'

/** The kept files of a card, as an export as CHARX gives them back. */
interface KeptFiles {
  files: readonly { path: string; bytes: number }[]
  read: (path: string) => Promise<Uint8Array>
}

const NO_FILES: KeptFiles = { files: [], read: async () => new Uint8Array() }

function isMissing({ uri }: JsonObject, { files }: KeptFiles): boolean {
  const [, path] = /^(?:embedd?ed:\/\/|__asset:)(.*)$/s.exec(textOf(uri)) ?? []
  return path !== undefined && !files.some((file) => file.path === path)
}

export async function writeCard(
  character: ExportedCharacter,
  portrait: Portrait,
  as: CardFile,
  at: Date,
  kept = NO_FILES,
): Promise<Uint8Array> {
  switch (as) {
    case 'png': {
      const card = writeCharacterCard(character, withIcon(portrait, { uri: 'ccdefault:', ext: 'png' }))
      return pngWithTexts(portrait.png, { chara: base64(asV2(card)), ccv3: base64(card) })
    }
    case 'json': {
      const uri = `data:image/png;base64,${portrait.png.toString('base64')}`
      return text(
        writeCharacterCard(character, withIcon(portrait, portrait.own ? { uri, ext: 'png' } : null)),
      )
    }
    case 'charx': {
      const iconPath = freePath(ICON_PATH, kept)
      const uri = `embeded://${iconPath}`
      const card = writeCharacterCard(character, withIcon({ own: true }, { uri, ext: 'png' }, kept))
      return buffer(writeZip(entries(card, { portrait, iconPath, kept }), at, () => {}))
    }
    case 'eliza':
      return text(writeEliza(character))
    default:
      return as satisfies never
  }
}

async function* entries(
  card: JsonObject,
  { portrait, iconPath, kept }: { portrait: Portrait; iconPath: string; kept: KeptFiles },
): AsyncGenerator<ZipEntry> {
  yield { path: 'card.json', content: text(card) }
  yield { path: iconPath, content: portrait.png, packed: true }
  for (const { path } of kept.files) yield { path, content: await kept.read(path), packed: true }
}

/** The path, or the first one like it that no kept file has. */
function freePath(path: string, { files }: KeptFiles): string {
  const taken = new Set(files.map((file) => file.path))
  let free = path
  for (let number = 2; taken.has(free); number++) free = path.replace(/(?=\.png$)/, `-${number}`)
  return free
}

/** The imported card's assets without the files that were not kept, with the agent's own picture in place of its icon. */
function withIcon(
  { own }: Pick<Portrait, 'own'>,
  icon: { uri: string; ext: string } | null,
  kept = NO_FILES,
) {
  return (assets: readonly JsonObject[]): JsonObject[] | undefined => {
    const there = assets.filter((asset) => !isMissing(asset, kept))
    if (!own || !icon) return there.length > 0 ? there : undefined
    const main = iconOf(there)
    return [{ type: 'icon', name: 'main', ...icon }, ...there.filter((asset) => asset !== main)]
  }
}

const text = (json: JsonObject) => Buffer.from(`${JSON.stringify(json, null, 2)}\n`)
const base64 = (json: JsonObject) => Buffer.from(JSON.stringify(json)).toString('base64')
