import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { type OpenedCard, openCard } from '../src/server/domain/cards/open-card.ts'
import { pngWithTexts, writePng } from '../src/server/domain/cards/png-chunks.ts'

/** A PNG of one dark square. */
export function plainPng(side = 8): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.writeUInt8(8, 8)
  return writePng([
    { type: 'IHDR', data: header },
    { type: 'IDAT', data: deflateSync(Buffer.alloc(side * (1 + side))) },
    { type: 'IEND', data: Buffer.alloc(0) },
  ])
}

/** A PNG with cards in its text, by their keywords. */
export const pngCard = (cards: Record<string, object>, picture = plainPng()): Buffer =>
  pngWithTexts(
    picture,
    Object.fromEntries(
      Object.entries(cards).map(([keyword, card]) => [
        keyword,
        Buffer.from(JSON.stringify(card)).toString('base64'),
      ]),
    ),
  )

/** Opens bytes as a card, by way of a file. */
export async function openBytes(bytes: Uint8Array | string): Promise<OpenedCard> {
  const folder = await mkdtemp(join(tmpdir(), 'bionic-card-'))
  try {
    const path = join(folder, 'card')
    await writeFile(path, bytes)
    return await openCard(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A card in which every field that is used here says something. */
export const someCard = {
  spec: 'chara_card_v3',
  spec_version: '3.0',
  data: {
    name: 'Wren',
    nickname: 'W',
    description: '{{char}} keeps the lighthouse. She knows every ship by its bell.',
    personality: 'Patient, dry, curious.',
    scenario: '{{user}} has rowed out in a storm.',
    first_mes: 'The lamp is lit. Come in, {{user}}.',
    alternate_greetings: ['You again?', 'Mind the stairs.'],
    mes_example: '<START>\n{{user}}: Is it far?\n{{char}}: Everything is, from here.',
    system_prompt: 'Write as {{char}}. {{original}}',
    post_history_instructions: 'Keep it short.',
    creator_notes: 'A quiet one. Best with long answers.',
    creator: 'a keeper',
    character_version: '1.2',
    tags: ['Lighthouse', 'Sea'],
    group_only_greetings: ['All of you, come in.'],
    source: ['https://example.com/wren'],
    creation_date: 1_700_000_000,
    character_book: {
      name: 'The coast',
      scan_depth: 4,
      extensions: { some_app: { a: [1, null] } },
      entries: [
        {
          keys: ['lamp', 'light'],
          content: 'The lamp burns oil of kelp.',
          extensions: { position: 4 },
          enabled: true,
          insertion_order: 7,
          use_regex: false,
          constant: false,
          unknown_field: 'kept',
        },
      ],
    },
    extensions: { depth_prompt: { depth: 4, prompt: 'x' }, fav: true },
    unknown_field: { deep: [1, 2, { three: null }] },
  },
}
