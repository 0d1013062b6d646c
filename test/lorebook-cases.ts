import type { Lorebook, LoreEntry } from '../src/shared/agents/persona.ts'

/**
 * Cases of choosing entries. What is expected of each was measured with SillyTavern by `scripts/sillytavern/measure-lorebooks.ts`, and
 * stands in `lorebook-expected.json`.
 */
export interface LoreCase {
  name: string
  /** What was said, newest first. */
  said: readonly string[]
  book: Lorebook
}

/** The counter of both sides, so that budgets mean the same: bytes by SillyTavern's guess. */
export const countAsMeasured = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3.35)

type Written = Partial<LoreEntry> & { x?: Record<string, unknown> }

/** An entry whose content is its first key or a given text. */
const entry = (keys: string | readonly string[], { x, ...more }: Written = {}): LoreEntry => {
  const list = [keys].flat()
  return {
    keys: list,
    content: `<${list[0] ?? 'none'}>`,
    enabled: true,
    insertion_order: 100,
    selective: more.secondary_keys !== undefined,
    ...more,
    ...(x && { extensions: x }),
  }
}

type BookFields = Omit<Lorebook, 'entries'>

const of = (
  name: string,
  said: readonly string[],
  entries: readonly LoreEntry[],
  book: BookFields = {},
): LoreCase => ({ name, said, book: { ...book, entries: [...entries] } })

const dragon = (more: Written = {}) => entry('dragon', more)
const withSecond = (selectiveLogic: number, secondary_keys: string[], selective = true) =>
  dragon({ secondary_keys, selective, x: { selectiveLogic } })
/** A text of this many tokens of the counter above, in ASCII. */
const long = (tokens: number, letter: string) => letter.repeat(Math.floor(tokens * 3.35) - 1)

const plainKeys: LoreCase[] = [
  of('no key occurs', ['nothing here'], [dragon()]),
  of('a key occurs', ['a dragon sleeps'], [dragon()]),
  of('case does not count', ['A DRAGON sleeps'], [dragon()]),
  of('case of the key does not count', ['a dragon'], [entry('DRAGON')]),
  of('part of a word matches', ['dragonfly'], [dragon()]),
  of('any of several keys', ['a wyrm'], [entry(['dragon', 'wyrm'])]),
  of('a key of two words', ['the old king spoke'], [entry('old king')]),
  of('a key of two words that are apart', ['the old, tired king'], [entry('old king')]),
  of('spaces around a key do not count', ['a dragon'], [entry('  dragon ')]),
  of('an empty key matches nothing', ['a dragon'], [entry('')]),
  of('a key of spaces matches', ['a  dragon'], [entry('  ')]),
  of('an entry without keys', ['a dragon'], [entry([])]),
  of('an entry that is switched off', ['a dragon'], [dragon({ enabled: false })]),
  of('characters of expressions are plain', ['what? (yes)'], [entry('(yes)'), entry('w.at')]),
  of('umlauts and case', ['DIE ÄRZTE'], [entry('ärzte')]),
  of('emoji', ['look 🐉!'], [entry('🐉')]),
  of('CJK', ['那里有龙吗'], [entry('龙')]),
  of('an empty content adds nothing', ['a dragon'], [dragon({ content: '' }), entry('a')]),
]

const casesAndWords: LoreCase[] = [
  of('case counts if asked', ['a Dragon'], [dragon({ x: { case_sensitive: true } })]),
  of('the right case if it counts', ['a Dragon'], [entry('Dragon', { x: { case_sensitive: true } })]),
  of('whole words only', ['dragonfly'], [dragon({ x: { match_whole_words: true } })]),
  of('a whole word', ['the dragon.'], [dragon({ x: { match_whole_words: true } })]),
  of('a whole word at the beginning', ['dragon'], [dragon({ x: { match_whole_words: true } })]),
  of('a whole word in quotes', ['"dragon"'], [dragon({ x: { match_whole_words: true } })]),
  of('an underscore belongs to a word', ['dragon_fly'], [dragon({ x: { match_whole_words: true } })]),
  of('an umlaut does not', ['dragonäum'], [dragon({ x: { match_whole_words: true } })]),
  of('second place is a whole word', ['dragonfly dragon'], [dragon({ x: { match_whole_words: true } })]),
  of(
    'several words match as a part',
    ['bold kings'],
    [entry('old king', { x: { match_whole_words: true } })],
  ),
  of('whole words and case', ['Dragon'], [dragon({ x: { match_whole_words: true, case_sensitive: true } })]),
]

const depths: LoreCase[] = [
  of('the second newest message', ['hello', 'a dragon'], [dragon()]),
  of('the third newest message', ['hello', 'hi', 'a dragon'], [dragon()]),
  of('the book searches one', ['hello', 'a dragon'], [dragon()], { scan_depth: 1 }),
  of('the book searches three', ['hello', 'hi', 'a dragon'], [dragon()], { scan_depth: 3 }),
  of('the book searches none', ['a dragon'], [dragon(), entry('c', { constant: true })], { scan_depth: 0 }),
  of('the entry searches more', ['1', '2', '3', 'a dragon'], [dragon({ x: { scan_depth: 4 } })]),
  of('the entry searches fewer', ['1', 'a dragon'], [dragon({ x: { scan_depth: 1 } })]),
  of('the entry searches none', ['a dragon'], [dragon({ x: { scan_depth: 0 } })]),
  of('depth is not the depth of the search', ['1', '2', 'a dragon'], [dragon({ x: { depth: 4 } })]),
  of('a deeper search than messages', ['a dragon'], [dragon({ x: { scan_depth: 50 } })]),
  of('null leaves it to the book', ['1', 'a dragon'], [dragon({ x: { scan_depth: null } })]),
  of('no key across two messages', ['king', 'old'], [entry('old king'), entry('king old')]),
]

const logics: LoreCase[] = [
  of('any: one there', ['dragon fire'], [withSecond(0, ['fire', 'ice'])]),
  of('any: none there', ['dragon'], [withSecond(0, ['fire', 'ice'])]),
  of('not all: one there', ['dragon fire'], [withSecond(1, ['fire', 'ice'])]),
  of('not all: all there', ['dragon fire ice'], [withSecond(1, ['fire', 'ice'])]),
  of('not all: none there', ['dragon'], [withSecond(1, ['fire', 'ice'])]),
  of('not any: none there', ['dragon'], [withSecond(2, ['fire', 'ice'])]),
  of('not any: one there', ['dragon ice'], [withSecond(2, ['fire', 'ice'])]),
  of('all: all there', ['ice dragon fire'], [withSecond(3, ['fire', 'ice'])]),
  of('all: one there', ['dragon fire'], [withSecond(3, ['fire', 'ice'])]),
  of('secondary keys alone are not enough', ['fire'], [withSecond(0, ['fire'])]),
  of('secondary keys in another message', ['fire', 'dragon'], [withSecond(0, ['fire'])]),
  of('not selective: secondary keys do not count', ['dragon'], [withSecond(0, ['fire'], false)]),
  of('selective without secondary keys', ['dragon'], [dragon({ selective: true, secondary_keys: [] })]),
  of('a secondary expression', ['dragon fi7re'], [withSecond(0, ['/fi\\dre/'])]),
  of('a blank secondary key is not there', ['dragon'], [withSecond(3, [''])]),
  of('a blank secondary key and not any', ['dragon'], [withSecond(2, [''])]),
]

const expressions: LoreCase[] = [
  of('an expression', ['a dragoon'], [entry('/drago+n/')]),
  of('case counts in an expression', ['a DRAGON'], [entry('/dragon/')]),
  of('its flag says otherwise', ['a DRAGON'], [entry('/dragon/i')]),
  of('use_regex changes no plain key', ['a dragon'], [entry('drag.n', { use_regex: true })]),
  of('use_regex false keeps an expression', ['a dragon'], [entry('/drag.n/', { use_regex: false })]),
  of('an invalid one is plain text', ['so /dra(gon/ it is'], [entry('/dra(gon/')]),
  of('an invalid one matches as an expression', ['dragon'], [entry('/dra(gon/')]),
  of('an unknown flag is plain text', ['dragon'], [entry('/dragon/x')]),
  of('a slash within is plain text', ['a/b'], [entry('/a/b/')]),
  of('the same, written out', ['see /a/b/ there'], [entry('/a/b/')]),
  of('an escaped slash', ['a/b'], [entry('/a\\/b/')]),
  of('without an end it is plain text', ['a /dragon'], [entry('/dragon')]),
  of('an empty pattern is plain text', ['//'], [entry('//')]),
  of('the beginning of a message', ['dragon first', 'hello'], [entry('/^.?dragon/')]),
  of('the beginning of each line', ['one', 'dragon'], [entry('/^.?dragon/m')]),
  of('across two messages', ['new', 'old'], [entry('/new\\s+.?old/')]),
  of('a look ahead', ['dragonfly'], [entry('/dragon(?=fly)/'), entry('/dragon(?!fly)/')]),
  of('a back reference', ['haha'], [entry('/(ha)\\1/')]),
  of('code points', ['ⓧ 🐉'], [entry('/\\u{1F409}/u'), entry('/\\u{1F409}/')]),
  of(
    'whole words do not count for one',
    ['dragonfly'],
    [entry('/dragon/', { x: { match_whole_words: true } })],
  ),
  of('flags g and y', ['x dragon'], [entry('/dragon/g'), entry('/dragon/y')]),
]

const order = (insertion_order: number, content: string, more: Written = {}) =>
  dragon({ insertion_order, content, ...more })

const orders: LoreCase[] = [
  of('lower order first', ['dragon'], [order(20, 'b'), order(10, 'a'), order(30, 'c')]),
  of('of equals the later first', ['dragon'], [order(10, 'a'), order(10, 'b'), order(10, 'c')]),
  of('a tie among others', ['dragon'], [order(10, 'a'), order(5, 'b'), order(10, 'c'), order(20, 'd')]),
  of('negative orders', ['dragon'], [order(-5, 'a'), order(0, 'b'), order(-10, 'c')]),
  of('before the character', ['dragon'], [order(1, 'a', { position: 'before_char' }), order(2, 'b')]),
  of('after the character', ['dragon'], [order(1, 'a', { position: 'after_char' })]),
  of(
    'the extension decides on the position',
    ['dragon'],
    [
      order(1, 'a', { position: 'before_char', x: { position: 1 } }),
      order(2, 'b', { position: 'after_char', x: { position: 0 } }),
    ],
  ),
  of(
    'both sides in order',
    ['dragon'],
    [
      order(2, 'b2', { position: 'before_char' }),
      order(1, 'a1', { position: 'after_char' }),
      order(1, 'b1', { position: 'before_char' }),
      order(2, 'a2', { position: 'after_char' }),
    ],
  ),
  of('a constant needs no key', ['hello'], [entry([], { constant: true, content: 'always' })]),
  of(
    'a constant ignores its secondary keys',
    ['hello'],
    [dragon({ constant: true, secondary_keys: ['fire'], content: 'always' })],
  ),
  of('a constant that is switched off', ['hello'], [dragon({ constant: true, enabled: false })]),
  of('a probability of 100', ['dragon'], [dragon({ x: { probability: 100, useProbability: true } })]),
  of(
    'a probability that is not used',
    ['dragon'],
    [dragon({ x: { probability: 0, useProbability: false } })],
  ),
  of('@@activate', ['hello'], [dragon({ content: '@@activate\nlong live' })]),
  of('@@dont_activate', ['dragon'], [dragon({ content: '@@dont_activate\nlong live' })]),
  of(
    'unknown decorators are left out',
    ['dragon'],
    [dragon({ content: '@@depth 4\n@@role user\nlong live' })],
  ),
]

const five = (letter: string, insertion_order: number, more: Written = {}) =>
  dragon({ content: long(5, letter), insertion_order, ...more })

const budgets: LoreCase[] = [
  of('all fit', ['dragon'], [five('a', 1), five('b', 2)], { token_budget: 50 }),
  of('the higher order is kept', ['dragon'], [five('a', 1), five('b', 2)], { token_budget: 8 }),
  of('of equals the earlier is kept', ['dragon'], [five('a', 1), five('b', 1)], { token_budget: 8 }),
  of('reaching the budget is too much', ['dragon'], [five('a', 1), five('b', 2)], { token_budget: 10 }),
  of('one more is enough', ['dragon'], [five('a', 1), five('b', 2)], { token_budget: 11 }),
  of(
    'the first that does not fit ends it',
    ['dragon'],
    [five('a', 1), dragon({ content: long(40, 'b'), insertion_order: 2 }), five('c', 3)],
    { token_budget: 20 },
  ),
  of(
    'a constant takes its share',
    ['dragon'],
    [dragon({ constant: true, content: long(12, 'a'), insertion_order: 9 }), five('b', 1)],
    { token_budget: 15 },
  ),
  of(
    'a constant can be left out',
    ['dragon'],
    [dragon({ constant: true, content: long(12, 'a'), insertion_order: 1 }), five('b', 9)],
    { token_budget: 10 },
  ),
  of(
    'an entry that ignores the budget',
    ['dragon'],
    [
      five('a', 1, { x: { ignore_budget: true } }),
      dragon({ content: long(40, 'b'), insertion_order: 5 }),
      five('c', 3),
    ],
    { token_budget: 20 },
  ),
  of('nothing fits', ['dragon'], [five('a', 1)], { token_budget: 2 }),
]

const chain = (more: Written = {}) => [
  entry('one', { content: 'it names two', ...more }),
  entry('two', { content: 'it names three' }),
  entry('three', { content: 'the end' }),
]

const recursions: LoreCase[] = [
  of('none unless asked', ['one'], chain()),
  of('a chain', ['one'], chain(), { recursive_scanning: true }),
  of(
    'by a constant',
    ['hello'],
    [entry([], { constant: true, content: 'of two' }), entry('two', { content: 'x' })],
    { recursive_scanning: true },
  ),
  of('an entry that brings in no other', ['one'], chain({ x: { prevent_recursion: true } }), {
    recursive_scanning: true,
  }),
  of(
    'an entry that no other brings in',
    ['one'],
    [entry('one', { content: 'it names two' }), entry('two', { x: { exclude_recursion: true } })],
    { recursive_scanning: true },
  ),
  of(
    'only by another entry',
    ['two one'],
    [entry('one', { content: 'it names two' }), entry('two', { x: { delay_until_recursion: true } })],
    { recursive_scanning: true },
  ),
  of(
    'only by another entry, without recursion',
    ['two'],
    [entry('two', { x: { delay_until_recursion: true } })],
  ),
  of(
    'two levels of delay',
    ['a b'],
    [
      entry('a', { content: 'A', x: { delay_until_recursion: 2 } }),
      entry('b', { content: 'B', x: { delay_until_recursion: 1 } }),
    ],
    { recursive_scanning: true },
  ),
  of(
    'the budget counts over rounds',
    ['one'],
    [entry('one', { content: `two ${long(8, 'a')}` }), entry('two', { content: long(8, 'b') })],
    { recursive_scanning: true, token_budget: 16 },
  ),
  of(
    'a full budget ends it',
    ['one'],
    [
      entry('one', { content: 'names three', insertion_order: 9 }),
      entry('on', { content: long(40, 'a'), insertion_order: 5 }),
      entry('three', { content: 'c' }),
    ],
    { recursive_scanning: true, token_budget: 20 },
  ),
  of('what entered later in a tie', ['one'], chain({ insertion_order: 100 }), {
    recursive_scanning: true,
    scan_depth: 1,
  }),
  of(
    'secondary keys of an entry that entered',
    ['one dragon'],
    [entry('one', { content: 'of fire' }), withSecond(0, ['fire'])],
    { recursive_scanning: true },
  ),
  of(
    'no search, but recursion',
    ['two'],
    [entry([], { constant: true, content: 'of two' }), entry('two', { content: 'x' })],
    { recursive_scanning: true, scan_depth: 0 },
  ),
]

export const loreCases: readonly LoreCase[] = [
  ...plainKeys,
  ...casesAndWords,
  ...depths,
  ...logics,
  ...expressions,
  ...orders,
  ...budgets,
  ...recursions,
]
