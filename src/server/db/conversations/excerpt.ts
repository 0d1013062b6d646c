import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/** How long an excerpt is, about, in UTF-16 units; a longer search shows whole all the same. */
const EXCERPT = 120

/** What stands around the words at least, on either side. */
const LEAST_AROUND = 20

/** The database hands over this many characters on either side, so that there is room to cut at a good place. */
const AROUND = 100

/** No word that is longer is spared a cut. */
const LONGEST_WORD = 15

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Where the database found a term: the words themselves, as they are written there, and what is around them. */
export interface Surroundings {
  before: string
  words: string
  after: string
}

/** The surroundings of a term's first place in a text, found as `contains` finds it; an object in JSON. */
export function surroundings(text: AnyColumn | SQL | SQL.Aliased, term: string): SQL<Surroundings> {
  const length = sql`char_length(lower(${term}::text))`
  const at = sql`strpos(lower(${text}), lower(${term}::text))`
  return sql<Surroundings>`json_build_object(
    'before', substring(${text} from greatest(${at} - ${AROUND}, 1) for least(${at} - 1, ${AROUND})),
    'words', substring(${text} from ${at} for ${length}),
    'after', substring(${text} from ${at} + ${length} for ${AROUND}))`
}

/** One line of about 120 characters with the words in it; cut between whole characters, and between words where it can be. */
export function excerptOf({ before, words, after }: Surroundings): string {
  const room = Math.max((EXCERPT - words.length) / 2, LEAST_AROUND)
  return `${endOf(before, room)}${words}${beginningOf(after, room)}`.replace(/\s+/g, ' ').trim()
}

function beginningOf(text: string, room: number): string {
  if (text.length <= room) return text
  let end = 0
  for (const { index, segment } of graphemes.segment(text)) {
    if (index + segment.length > room) break
    end = index + segment.length
  }
  const cut = text.slice(0, end)
  const lastWord = /\s(\S*)$/.exec(cut)
  const spared = lastWord?.[1] !== undefined && lastWord[1].length <= LONGEST_WORD
  return `${spared ? cut.slice(0, lastWord.index) : cut}…`
}

function endOf(text: string, room: number): string {
  if (text.length <= room) return text
  const first = [...graphemes.segment(text)].find(({ index }) => text.length - index <= room)
  const cut = first ? text.slice(first.index) : ''
  const firstWord = /^(\S*)\s/.exec(cut)
  const spared = firstWord?.[1] !== undefined && firstWord[1].length <= LONGEST_WORD
  return `…${spared ? cut.slice(firstWord[0].length) : cut}`
}
