import { memo, useMemo, useState } from 'react'
import { splitBlocks } from './parser/blocks.ts'
import { asWritten, type Reading, readPiece, settledLength } from './parser/reading.ts'
import type { Block } from './parser/tree.ts'
import { Growing, renderBlocks } from './render-blocks.tsx'
import { TailWords } from './render-inline.tsx'

/** More elements would block the page, or the server during a first paint. The rest of the text is unformatted. */
const MAX_ELEMENTS = 1_500

/** Raw HTML stays text, and no remote resource is loaded. */
const MarkdownContent = memo(function MarkdownContent({ text, growing }: { text: string; growing: boolean }) {
  const read = useReadings()
  const texts = splitBlocks(text)
  const pieces = texts.map((piece, index) => {
    const grows = growing && index === texts.length - 1
    return { piece, grows, settled: grows ? piece.slice(0, settledLength(piece)) : piece }
  })
  const readings = read(pieces)
  let elements = 0
  return pieces.map(({ piece, settled, grows }, index) => {
    const reading = readings[index]
    elements += reading?.elements ?? 0
    const tail = piece.slice(settled.length)
    return (
      <Piece
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no other name than its number
        key={index}
        blocks={elements > MAX_ELEMENTS || !reading ? undefined : reading.blocks}
        text={settled}
        growing={grows}
        tail={tail}
      />
    )
  })
})
export default MarkdownContent

/** Reuses the previous rendering's results for unchanged pieces. */
function useReadings(): (pieces: readonly { settled: string; grows: boolean }[]) => Reading[] {
  const [kept] = useState(() => ({ readings: new Map<string, Reading>() }))
  return (pieces) => {
    const readings = new Map<string, Reading>()
    const read = pieces.map(({ settled, grows }) => {
      const key = `${grows ? '+' : '='}${settled}`
      const reading = kept.readings.get(key) ?? readings.get(key) ?? readPiece(settled, grows)
      readings.set(key, reading)
      return reading
    })
    kept.readings = readings
    return read
  }
}

interface PieceProps {
  /** Undefined if the piece is shown unformatted. */
  blocks: Block[] | undefined
  text: string
  growing: boolean
  tail: string
}

const Piece = memo(function Piece({ blocks, text, growing, tail }: PieceProps) {
  // Kept while the parsed text is the same, so that new text only re-renders the tail.
  const elements = useMemo(() => renderBlocks(blocks ?? asWritten(text, growing)), [blocks, text, growing])
  return (
    <Growing value={growing}>
      <TailWords value={tail}>{elements}</TailWords>
    </Growing>
  )
})
