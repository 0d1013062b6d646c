export interface Piece {
  text: string
  left: number
  right: number
  height: number
  /** The PDF says it in words, so brackets are as meant, not as drawn. */
  isMeant: boolean
  font?: string | undefined
}

const toTheLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const letterToTheLeft = new RegExp(`(?=\\p{L})${toTheLeft.source}`, 'gu')
const otherLetter =
  /(?=\p{L})[^\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu
const marksAlone = /^\p{M}+$/u

export function isToTheLeft(text: string): boolean {
  return text.search(letterToTheLeft) !== -1
}

/** How many more letters are written from right to left than from left to right. */
export function leaning(text: string): number {
  return (text.match(letterToTheLeft)?.length ?? 0) - (text.match(otherLetter)?.length ?? 0)
}

/** A gap that is a space, as a share of the pieces' height. */
const SPACE = 0.12

/**
 * Orders whole pieces, as each has its own reading order: from the right, but words and numbers from left to right in
 * their own order. In a line read from the left, the other way round.
 * @param page.leansLeft whether the page is read from the right, for a line with as many letters of either
 * @param page.isMirrored whether the page names brackets as drawn, not as meant
 */
export function readingOrder(
  pieces: readonly Piece[],
  page: { leansLeft: boolean; isMirrored: boolean },
): string {
  const drawn = attachMarks(pieces)
  // Behind Arabic letters a sign of per cent follows to the left of its number, where it is drawn before it.
  if (isArabic(drawn))
    for (const piece of drawn) piece.text = piece.text.replace(/^([%‰٪])(\p{N}[\p{N}.,٫٬]*)$/u, '$2$1')
  const own = leaning(drawn.map(({ text }) => text).join(''))
  const fromTheRight = own > 0 || page.leansLeft
  const runs = runsOf(drawn, fromTheRight)
  if (fromTheRight) runs.reverse()
  return runs
    .map((run) => {
      const goesLeft = run.isToTheLeft
      const ordered = goesLeft ? [...run.pieces].reverse() : run.pieces
      return ordered
        .map(
          (piece, index) =>
            spaceBefore(ordered[index - 1], piece) +
            (goesLeft && page.isMirrored ? mirrored(piece) : piece.text),
        )
        .join('')
    })
    .reduce((text, part, index) => text + spaceBetween(runs[index - 1], runs[index]) + part, '')
}

interface Run {
  isToTheLeft: boolean
  pieces: Piece[]
}

/** A mark drawn by itself goes behind its letter. */
function attachMarks(pieces: readonly Piece[]): Piece[] {
  const letters = pieces
    .filter(({ text }) => text.trim() !== '' && !marksAlone.test(text))
    .map((piece) => ({ ...piece }))
    .sort((one, other) => one.left - other.left)
  for (const mark of pieces) {
    if (!marksAlone.test(mark.text)) continue
    const at = letters.find(({ left, right }) => left <= mark.left && mark.left <= right) ?? letters.at(-1)
    if (at) at.text += mark.text
  }
  return letters
}

type Class = 'left' | 'right' | 'number' | 'neutral'

function classOf({ text }: Piece): Class {
  if (isToTheLeft(text)) return 'left'
  if (/\p{L}/u.test(text)) return 'right'
  return /\p{N}/u.test(text) ? 'number' : 'neutral'
}

const isArabic = (drawn: readonly Piece[]) => drawn.some(({ text }) => /\p{Script=Arabic}/u.test(text))

/** Belong to a number that they touch. */
const ofNumber = /^[.,:/%‰٪٫٬$€£+\u2212-]+$/u

/** From left to right, each of pieces of one direction. */
function runsOf(drawn: readonly Piece[], fromTheRight: boolean): Run[] {
  const classes = drawn.map(classOf)
  const arabic = isArabic(drawn)
  for (const [index, kind] of classes.entries()) {
    const piece = drawn[index]
    if (kind !== 'neutral' || !piece || !ofNumber.test(piece.text)) continue
    const touches = (next: number) => {
      const neighbour = drawn[next]
      return classes[next] === 'number' && neighbour !== undefined && spaceBefore(piece, neighbour) === ''
    }
    const isInside = touches(index - 1) && touches(index + 1)
    if (isInside || (!arabic && /[%‰٪$€£]/u.test(piece.text) && (touches(index - 1) || touches(index + 1))))
      classes[index] = 'number'
  }
  const goesLeft = (index: number): boolean => {
    switch (classes[index]) {
      case 'left':
        return true
      case 'right':
        return false
      case 'number':
        return false
      default: {
        // What stands between two runs belongs to them if they are alike, else to the line.
        const before = strong(classes, index, -1)
        return before !== undefined && before === strong(classes, index, 1) ? before : fromTheRight
      }
    }
  }
  const runs: Run[] = []
  for (const [index, piece] of drawn.entries()) {
    const last = runs.at(-1)
    const isToTheLeft = goesLeft(index)
    // In a line from the right, a number at the left of a word from left to right was written before it.
    const before = drawn[index - 1]
    const isApart =
      classes[index - 1] === 'number' &&
      (classes[index] === 'right' || classes[index] === 'number') &&
      fromTheRight
    const touches = before !== undefined && spaceBefore(before, piece) === ''
    if (last && last.isToTheLeft === isToTheLeft && (!isApart || touches)) last.pieces.push(piece)
    else runs.push({ isToTheLeft, pieces: [piece] })
  }
  return runs
}

/** Whether the nearest letters on one side go from right to left; numbers take no side. */
function strong(classes: readonly Class[], from: number, step: 1 | -1): boolean | undefined {
  for (let index = from + step; index >= 0 && index < classes.length; index += step) {
    if (classes[index] === 'left') return true
    if (classes[index] === 'right') return false
    if (classes[index] === 'number') return undefined
  }
  return undefined
}

export function spaceBefore(before: Piece | undefined, piece: Piece): string {
  if (!before) return ''
  const gap = Math.max(piece.left - before.right, before.left - piece.right)
  return gap > SPACE * Math.max(before.height, piece.height) ? ' ' : ''
}

function spaceBetween(before: Run | undefined, run: Run | undefined): string {
  if (!before || !run) return ''
  const box = ({ pieces }: Run): Piece => ({
    text: '',
    left: Math.min(...pieces.map(({ left }) => left)),
    right: Math.max(...pieces.map(({ right }) => right)),
    height: Math.max(...pieces.map(({ height }) => height)),
    isMeant: false,
  })
  return spaceBefore(box(before), box(run))
}

/** Brackets that open or close nothing. */
export function loneBrackets(text: string): number {
  let open = 0
  let lone = 0
  for (const sign of text) {
    if (opening.includes(sign)) open += 1
    else if (closing.includes(sign)) {
      if (open > 0) open -= 1
      else lone += 1
    }
  }
  return lone + open
}

const opening = '([{«'
const closing = ')]}»'

const mirrors: Record<string, string> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
}

/** In a text from the right, the opening bracket is drawn as the closing one. */
function mirrored({ text, isMeant }: Piece): string {
  return isMeant ? text : text.replaceAll(/[()[\]{}<>«»]/g, (sign) => mirrors[sign] ?? sign)
}

/** Letters that only end a word: final forms of Hebrew, and two of Arabic. */
const begunByEnding = /(?<![\p{L}\p{M}])[ךםןףץةى](?=[\p{L}\p{M}])/gu
const endedByEnding = /(?<=[\p{L}\p{M}])[ךםןףץةى](?![\p{L}\p{M}])/gu

/** From so many words on that begin with the end of a word, a text stands backwards. */
const BACKWARDS = 3

/** In a text from right to left: letters that end words begin them. */
export function seemsBackwards(text: string): boolean {
  const begun = text.match(begunByEnding)?.length ?? 0
  return begun >= BACKWARDS && begun > (text.match(endedByEnding)?.length ?? 0)
}
