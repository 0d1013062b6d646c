import { WordScanner } from '../../../shared/text/count-words.ts'

/** Limits a text in pieces to a number of words. `full`: the text from the next word on was left out. */
export function limitWords(most: number): (piece: string) => { text: string; full: boolean } {
  const scanner = new WordScanner()
  let count = 0
  return (piece) => {
    for (let index = 0; index < piece.length; index++) {
      if (!scanner.begins(piece.charCodeAt(index))) continue
      if (count === most) return { text: piece.slice(0, index).trimEnd(), full: true }
      count++
    }
    return { text: piece, full: false }
  }
}
