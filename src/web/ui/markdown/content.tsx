import { createContext, memo, type ReactNode, useContext, useMemo, useState } from 'react'
import { splitBlocks } from './blocks.ts'
import { CodeBlock } from './code-block.tsx'
import { asWritten, type Reading, readPiece, settledLength } from './reading.ts'
import type { Alignment, Block, Inline, ListItem } from './tree.ts'

/**
 * A text of more elements than this is no prose, and would hold up the page, and the server while it paints it for
 * somebody. From there on its pieces are shown as they were written.
 */
const MAX_ELEMENTS = 1_500

/** Renders markdown with React alone: raw HTML stays text, and nothing is loaded from anywhere. */
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

/** Reads pieces of a text, and those only that were not there the last time. */
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

/** The words that have arrived behind those that were read. */
const TailWords = createContext('')
/** Whether more words are on the way. */
const Growing = createContext(false)

interface PieceProps {
  /** Undefined where it is shown as it was written. */
  blocks: Block[] | undefined
  text: string
  growing: boolean
  tail: string
}

const Piece = memo(function Piece({ blocks, text, growing, tail }: PieceProps) {
  // The same elements as long as nothing is read anew, so that words that arrive change their own place alone.
  const elements = useMemo(() => renderBlocks(blocks ?? asWritten(text, growing)), [blocks, text, growing])
  return (
    <Growing value={growing}>
      <TailWords value={tail}>{elements}</TailWords>
    </Growing>
  )
})

function Tail() {
  return useContext(TailWords)
}

function renderBlocks(blocks: readonly Block[]): ReactNode[] {
  return blocks.map(renderBlock)
}

/** What is read nests to a bounded depth, so none of these calls can run out of room. */
function renderBlock(block: Block, key: number): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return renderParagraph(renderInline(block.children), key)
    case 'written':
      return (
        <p key={key} className="whitespace-pre-wrap">
          {renderInline(block.children)}
        </p>
      )
    case 'heading':
      return <Heading key={key} level={block.level} words={renderInline(block.children)} />
    case 'rule':
      return <hr key={key} />
    case 'code':
      return <Code key={key} block={block} />
    case 'quote':
      return <blockquote key={key}>{renderBlocks(block.children)}</blockquote>
    case 'list': {
      const items = block.items.map((item, index) => renderItem(item, block.loose, index))
      if (block.start !== undefined)
        return (
          <ol key={key} start={block.start === 1 ? undefined : block.start}>
            {items}
          </ol>
        )
      const hasTasks = block.items.some(({ done }) => done !== undefined)
      return (
        <ul key={key} className={hasTasks ? 'contains-task-list' : undefined}>
          {items}
        </ul>
      )
    }
    case 'table':
      return <Table key={key} rows={block.rows} alignments={block.alignments} />
    case 'notes':
      return (
        <section key={key} aria-label="Footnotes">
          <ol>
            {block.notes.map((note, index) => renderItem({ done: undefined, children: note }, false, index))}
          </ol>
        </section>
      )
  }
}

/** The items of a list that stand close together have no paragraphs. */
function renderItem({ done, children }: ListItem, loose: boolean, key: number): ReactNode {
  const task =
    done === undefined ? undefined : (
      <span key="task" role="img" aria-label={done ? 'Done' : 'To do'}>
        {done ? '☑' : '☐'}
      </span>
    )
  const box = task && [task, ' ']
  return (
    <li key={key}>
      {children[0]?.kind !== 'paragraph' && box}
      {children.map((child, index) => {
        if (child.kind !== 'paragraph') return renderBlock(child, index)
        const words = [index === 0 && box, renderInline(child.children)]
        if (loose) return renderParagraph(words, index)
        // Two that follow each other stand on lines of their own all the same.
        return [index > 0 && children[index - 1]?.kind === 'paragraph' && '\n', words]
      })}
    </li>
  )
}

function renderParagraph(words: ReactNode, key: number): ReactNode {
  return <p key={key}>{words}</p>
}

/** The page's own heading stands above those of a message, which begin wherever the model likes. */
function Heading({ level, words }: { level: number; words: ReactNode }) {
  if (level === 1) return <h2 className="prose-title">{words}</h2>
  if (level === 2) return <h2>{words}</h2>
  if (level === 3) return <h2 className="prose-subtitle">{words}</h2>
  if (level === 4) return <h3>{words}</h3>
  return level === 5 ? <h4>{words}</h4> : <h5>{words}</h5>
}

/** While words arrive, the code that they arrive in is not coloured yet. */
function Code({ block }: { block: Block & { kind: 'code' } }) {
  const growing = useContext(Growing)
  const tail = useContext(TailWords)
  const code = block.tail ? block.text + tail : block.text
  return <CodeBlock code={code} language={block.language} finished={!(growing && block.open)} />
}

function Table({ rows, alignments }: { rows: Inline[][][]; alignments: Alignment[] }) {
  const [heads = [], ...others] = rows
  const aligned = (column: number) =>
    alignments[column] === undefined ? undefined : { textAlign: alignments[column] }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the screen is scrolled by keyboard too
    <section className="prose-table" aria-label="Table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {heads.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell has no other name than its place
              <th key={column} style={aligned(column)}>
                {renderInline(cell)}
              </th>
            ))}
          </tr>
        </thead>
        {others.length > 0 && (
          <tbody>
            {others.map((row, number) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name than its number
              <tr key={number}>
                {row.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell has no other name than its place
                  <td key={column} style={aligned(column)}>
                    {renderInline(cell)}
                  </td>
                ))}
                {/* One for all that are missing: a thousand heads over a thousand short rows would be a million cells. */}
                {row.length < heads.length && <td colSpan={heads.length - row.length} />}
              </tr>
            ))}
          </tbody>
        )}
      </table>
    </section>
  )
}

function renderInline(children: readonly Inline[]): ReactNode[] {
  return children.map(renderWords)
}

function renderWords(child: Inline, key: number): ReactNode {
  switch (child.kind) {
    case 'text':
      return child.text
    case 'code':
      return <code key={key}>{child.text}</code>
    case 'break':
      return <br key={key} />
    case 'emphasis':
      return <em key={key}>{renderInline(child.children)}</em>
    case 'strong':
      return <strong key={key}>{renderInline(child.children)}</strong>
    case 'struck':
      return <del key={key}>{renderInline(child.children)}</del>
    case 'link':
      return child.href === undefined ? (
        <span key={key}>{renderInline(child.children)}</span>
      ) : (
        <a key={key} href={child.href} target="_blank" rel="noopener noreferrer nofollow">
          {renderInline(child.children)}
        </a>
      )
    case 'picture':
      // A remote picture in a model's words is a leak (decision 20): its label is shown instead.
      return (
        <span key={key} className="prose-picture">
          {child.label ? `Picture: ${child.label}` : 'Picture'}
        </span>
      )
    case 'note':
      return <sup key={key}>{child.number}</sup>
    case 'tail':
      return <Tail key={key} />
  }
}
