import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import type { OpenedCard } from '../../src/server/domain/cards/open-card.ts'
import { draftOf, parseCardText } from '../../src/server/domain/cards/parse-card.ts'
import { writeCard } from '../../src/server/domain/cards/write-card.ts'
import type { CardFile } from '../../src/shared/agents/cards.ts'
import { openBytes, plainPng, someCard } from '../../test/cards.ts'
import { type SillyTavern, startSillyTavern } from './start-sillytavern.ts'

/**
 * Compares cards with SillyTavern, both ways: what it exports is imported here and exported again with every field, and
 * what is exported here shows its greeting, its lorebook and its picture there. Ends with code 1 if anything is lost.
 *
 * node scripts/sillytavern/compare-cards.ts [the folder that SillyTavern is installed in] [further cards, as files]
 */
const AT = new Date('2026-03-04T05:06:07Z')
const PICTURE_SIDE = 48
const portrait = { png: plainPng(PICTURE_SIDE), own: true }

const [place, ...files] = process.argv.slice(2)
const faults: string[] = []
let compared = 0

function check(what: string, isRight: boolean, detail = '') {
  compared++
  if (!isRight) faults.push(`${what} ${detail}`)
}

/** Exports an agent as it was just imported. */
function exportAgain(card: OpenedCard | ReturnType<typeof parseCardText>, as: CardFile): Promise<Uint8Array> {
  const { agent, persona, lorebook } = draftOf(card)
  const stored = { persona, lorebook, card: card.json, cardFormat: card.format }
  return writeCard({ agent, creator: '', version: '1', persona: stored }, portrait, as, AT)
}

async function importThere(program: SillyTavern, bytes: Uint8Array, type: string): Promise<string> {
  const form = new FormData()
  form.append('avatar', new File([Uint8Array.from(bytes)], `card.${type}`))
  form.append('file_type', type)
  const answer = await program.post('/api/characters/import', form)
  const { file_name: name } = (await answer.json()) as { file_name?: string }
  if (!answer.ok || name === undefined)
    throw new Error(`a card as ${type} was not imported: ${answer.status}`)
  return `${name}.png`
}

async function exportThere(program: SillyTavern, avatar: string, format: string): Promise<Uint8Array> {
  const answer = await program.post('/api/characters/export', { format, avatar_url: avatar })
  if (!answer.ok) throw new Error(`${avatar} was not exported: ${answer.status}`)
  return new Uint8Array(await answer.arrayBuffer())
}

/**
 * The paths of everything that a card has and another lacks or has otherwise; what the other has besides is no loss.
 * Where the picture is depends on the kind of file, so the icon among the assets is left out.
 */
function lostPaths(before: unknown, after: unknown, path = ''): string[] {
  if (/^\.spec(?:_version)?$|^\.data\.assets\.\d+\.(?:uri|ext)$/.test(path)) return []
  if (typeof before !== 'object' || before === null) return Object.is(before, after) ? [] : [path]
  if (typeof after !== 'object' || after === null) return [path]
  return Object.entries(before).flatMap(([name, value]) =>
    lostPaths(value, (after as Record<string, unknown>)[name], `${path}.${name}`),
  )
}

/** What SillyTavern exports, imported here and exported again. */
async function compareTheirs(program: SillyTavern, what: string, avatar: string) {
  for (const format of ['png', 'json']) {
    const theirs = await openBytes(await exportThere(program, avatar, format))
    for (const as of ['png', 'json', 'charx'] as const) {
      const ours = await openBytes(await exportAgain(theirs, as))
      const lost = lostPaths(theirs.json, ours.json)
      check(
        `${what}, exported there as ${format} and here as ${as}:`,
        lost.length === 0,
        `differs in ${lost}`,
      )
    }
  }
}

/** What is exported here, as SillyTavern shows it. */
async function compareOurs(program: SillyTavern, what: string, card: ReturnType<typeof parseCardText>) {
  const { agent, persona, lorebook } = draftOf(card)
  for (const as of ['png', 'json', 'charx'] as const) {
    const avatar = await importThere(program, await exportAgain(card, as), as)
    const answer = await program.post('/api/characters/get', { avatar_url: avatar })
    const { data } = (await answer.json()) as { data: Record<string, unknown> }
    const shown = [data.name, data.first_mes, data.alternate_greetings]
    const told = [agent.name, persona.greetings[0] ?? '', persona.greetings.slice(1)]
    check(`${what} as ${as}: name and greetings`, isDeepStrictEqual(shown, told), JSON.stringify(shown))
    const book = data.character_book as { entries?: { content: string }[] } | undefined
    const contents = book?.entries?.map(({ content }) => content)
    const wanted = lorebook?.entries.map(({ content }) => content)
    check(`${what} as ${as}: lorebook`, isDeepStrictEqual(contents, wanted), JSON.stringify(contents))
    const picture = Buffer.from(await exportThere(program, avatar, 'png'))
    // A JSON has no picture there, whatever its assets say.
    if (as !== 'json') check(`${what} as ${as}: picture`, picture.readUInt32BE(16) === PICTURE_SIDE)
    await compareTheirs(program, `${what} as ${as}`, avatar)
  }
}

const program = await startSillyTavern(place)
try {
  const { alternate_greetings: alternates, ...data } = someCard.data
  const v2 = { ...someCard, spec: 'chara_card_v2', spec_version: '2.0' }
  const plain = { ...v2, data: { ...data, alternate_greetings: [], character_book: undefined } }
  for (const [what, card] of [
    ['a card of V3', someCard],
    ['a card of V2', v2],
    [`a card without ${alternates.length} alternates and its book`, plain],
  ] as const)
    await compareOurs(program, what, parseCardText(Buffer.from(JSON.stringify(card))))
  for (const file of files) {
    const bytes = await readFile(file)
    const avatar = await importThere(program, bytes, file.split('.').at(-1) ?? 'png')
    await compareTheirs(program, file, avatar)
  }
} finally {
  program.stop()
}
for (const fault of faults) console.error(fault)
console.log(`${compared} comparisons, ${faults.length} differ`)
process.exitCode = faults.length === 0 ? 0 : 1
