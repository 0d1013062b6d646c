import { createContext, Fragment, memo, type ReactNode, useContext, useMemo, useState } from 'react'
import { endlessClass } from '../endless.ts'
import * as texts from '../texts.ts'
import { CodeBlock } from './code-block.tsx'
import { Formula } from './formula.tsx'
import { Marks, Mentions, splitMarks } from './marks.ts'
import { splitBlocks } from './parser/blocks.ts'
import { asWritten, type Reading, readPiece, settledLength } from './parser/reading.ts'
import type { Alignment, Block, Inline, ListItem } from './parser/tree.ts'

/**
 * The maximum number of elements of a text. Rendering more would block the page, or the server during a first paint.
 * The pieces of the text from there on are shown unformatted.
 */
const MAX_ELEMENTS = 1_500

/** Renders markdown with React alone: raw HTML stays text, and no remote resource is loaded. */
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

/** Parses pieces of a text; the results of the previous rendering are reused for unchanged pieces. */
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

/** The text that has arrived after the part that was parsed. */
const TailWords = createContext('')
/** Whether more text is on the way. */
const Growing = createContext(false)

interface PieceProps {
  /** The parsed blocks; undefined if the piece is shown unformatted. */
  blocks: Block[] | undefined
  text: string
  growing: boolean
  tail: string
}

const Piece = memo(function Piece({ blocks, text, growing, tail }: PieceProps) {
  // The elements are kept while the parsed text is the same, so that new text only re-renders the tail.
  const elements = useMemo(() => renderBlocks(blocks ?? asWritten(text, growing)), [blocks, text, growing])
  return (
    <Growing value={growing}>
      <TailWords value={tail}>{elements}</TailWords>
    </Growing>
  )
})

function Tail() {
  return <Words text={useContext(TailWords)} />
}

/** A text with the marks and mentions in it rendered. */
function Words({ text }: { text: string }) {
  const mark = useContext(Marks)
  const mention = useContext(Mentions)
  const words = splitMarks(text).map((piece, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no other name than its place
    if (index % 2 === 0) return mention ? <Fragment key={index}>{mention(piece)}</Fragment> : piece
    const [n = 0, place = 0] = piece.split('.').map(Number)
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no other name than its place
    return <Fragment key={index}>{mark?.(n, place)}</Fragment>
  })
  return endlessClass(text) ? <span className={endlessClass(text)}>{words}</span> : words
}

function renderBlocks(blocks: readonly Block[]): ReactNode[] {
  return blocks.map(renderBlock)
}

/** Parsed blocks nest to a bounded depth, so this recursion can't overflow the stack. */
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
        <section key={key} aria-label={texts.footnotes}>
          <ol>
            {block.notes.map((note, index) => renderItem({ done: undefined, children: note }, false, index))}
          </ol>
        </section>
      )
  }
}

/** An item of a list; the items of a tight list have no paragraphs. */
function renderItem({ done, children }: ListItem, loose: boolean, key: number): ReactNode {
  const task =
    done === undefined ? undefined : (
      <span key="task" role="img" aria-label={done ? texts.done : texts.toDo}>
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
        // Two paragraphs of a tight item in a row are separated by a line break.
        return [index > 0 && children[index - 1]?.kind === 'paragraph' && '\n', words]
      })}
    </li>
  )
}

function renderParagraph(words: ReactNode, key: number): ReactNode {
  return <p key={key}>{words}</p>
}

/** The heading of a message; models start at any level. The levels begin at `h2`, below the page's own heading. */
function Heading({ level, words }: { level: number; words: ReactNode }) {
  if (level === 1) return <h2 className="prose-title">{words}</h2>
  if (level === 2) return <h2>{words}</h2>
  if (level === 3) return <h2 className="prose-subtitle">{words}</h2>
  if (level === 4) return <h3>{words}</h3>
  return level === 5 ? <h4>{words}</h4> : <h5>{words}</h5>
}

/** A block of code, which is not highlighted while text is still being added to it. */
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
    <section className="prose-table" aria-label={texts.table} tabIndex={0}>
      <table className={heads.length > 2 ? 'prose-columns' : undefined}>
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
                {/* One cell for all missing ones: a thousand columns and a thousand short rows would be a million
                    cells. */}
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
      return splitMarks(child.text).length === 1 && !child.text.includes('@') && !endlessClass(child.text) ? (
        child.text
      ) : (
        <Words key={key} text={child.text} />
      )
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
          {/* A link must not contain another control, and an @ in an address is no mention. */}
          <Marks value={null}>
            <Mentions value={null}>{renderInline(child.children)}</Mentions>
          </Marks>
        </a>
      )
    case 'picture':
      // Loading a remote picture from a model's text would leak data (decision 20), so its label is shown instead.
      return (
        <span key={key} className="prose-picture">
          {child.label ? texts.pictureOf(child.label) : texts.picture}
        </span>
      )
    case 'note':
      return <sup key={key}>{child.number}</sup>
    case 'formula':
      return <Formula key={key} source={child.source} written={child.written} display={child.display} />
    case 'tail':
      return <Tail key={key} />
  }
}
