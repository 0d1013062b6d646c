import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { folded, formsOf } from '../contains.ts'

/** Approximate, in UTF-16 units. A longer search term is still shown whole. */
const EXCERPT = 120

const LEAST_AROUND = 20

/** The context that the database returns on either side, so that there is room to choose a good place to cut. */
const AROUND = 100

/** A longer word may be cut in the middle. */
const LONGEST_WORD = 15

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** `words` is the term as written in the text. */
interface Surroundings {
  before: string
  words: string
  after: string
}

/** Finds the term's first occurrence, matched as `contains` does. */
export function surroundings(text: AnyColumn | SQL | SQL.Aliased, term: string): SQL<Surroundings> {
  const sought = soughtIn(text, term)
  const length = sql`char_length(${sought})`
  const at = sql`strpos(${folded(text)}, ${sought})`
  return sql<Surroundings>`json_build_object(
    'before', substring(${text} from greatest(${at} - ${AROUND}, 1) for least(${at} - 1, ${AROUND})),
    'words', substring(${text} from ${at} for ${length}),
    'after', substring(${text} from ${at} + ${length} for ${AROUND}))`
}

/** The term in the form that the text has it in; see `inEachForm`. */
function soughtIn(text: AnyColumn | SQL | SQL.Aliased, term: string): SQL {
  const [first = term, ...others] = formsOf(term)
  const inForm = (form: string) => folded(sql`${form}::text`)
  if (others.length === 0) return inForm(first)
  const cases = others.map(
    (form) => sql`when strpos(${folded(text)}, ${inForm(form)}) > 0 then ${inForm(form)}`,
  )
  return sql`(case ${sql.join(cases, sql` `)} else ${inForm(first)} end)`
}

/** One line of about 120 characters, cut between graphemes and, where possible, between words. */
export function excerptOf({ before, words, after }: Surroundings): string {
  const room = Math.max((EXCERPT - words.length) / 2, LEAST_AROUND)
  return `${endOf(before, room)}${words}${beginningOf(after, room)}`.replace(/\s+/g, ' ').trim()
}

/** Cut between graphemes and, where possible, between words. */
export function beginningOf(text: string, room: number): string {
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
