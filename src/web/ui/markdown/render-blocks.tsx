import { createContext, type ReactNode, useContext } from 'react'
import * as texts from '../texts.ts'
import { CodeBlock } from './code-block.tsx'
import type { Alignment, Block, Inline, ListItem } from './parser/tree.ts'
import { renderInline, TailWords } from './render-inline.tsx'

/** More text is on the way. */
export const Growing = createContext(false)

export function renderBlocks(blocks: readonly Block[]): ReactNode[] {
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
      return (
        <blockquote key={key} dir="auto">
          {renderBlocks(block.children)}
        </blockquote>
      )
    case 'list': {
      const items = block.items.map((item, index) => renderItem(item, block.loose, index))
      if (block.start !== undefined)
        return (
          <ol key={key} dir="auto" start={block.start === 1 ? undefined : block.start}>
            {items}
          </ol>
        )
      const isOfTasks = block.items.every(({ done }) => done !== undefined)
      return (
        <ul key={key} dir="auto" className={isOfTasks ? 'contains-task-list' : undefined}>
          {items}
        </ul>
      )
    }
    case 'table':
      return <Table key={key} rows={block.rows} alignments={block.alignments} />
    case 'notes':
      return (
        <section key={key} aria-label={texts.footnotes}>
          <ol dir="auto">
            {block.notes.map((note, index) => renderItem({ done: undefined, children: note }, false, index))}
          </ol>
        </section>
      )
  }
}

/** The items of a tight list have no paragraphs. */
function renderItem({ done, children }: ListItem, loose: boolean, key: number): ReactNode {
  const task =
    done === undefined ? undefined : (
      <span key="task" role="img" aria-label={done ? texts.done : texts.toDo}>
        {done ? '☑' : '☐'}
      </span>
    )
  const box = task && [task, ' ']
  return (
    <li key={key} className={task && 'task-list-item'}>
      {children[0]?.kind !== 'paragraph' && box}
      {children.map((child, index) => {
        if (child.kind !== 'paragraph') return renderBlock(child, index)
        const words = [index === 0 && box, renderInline(child.children)]
        if (loose) return renderParagraph(words, index)
        return [index > 0 && children[index - 1]?.kind === 'paragraph' && '\n', words]
      })}
    </li>
  )
}

function renderParagraph(words: ReactNode, key: number): ReactNode {
  return <p key={key}>{words}</p>
}

/** Models start at any level. The levels begin at `h2`, below the page's own heading. */
function Heading({ level, words }: { level: number; words: ReactNode }) {
  if (level === 1) return <h2 className="prose-title">{words}</h2>
  if (level === 2) return <h2>{words}</h2>
  if (level === 3) return <h2 className="prose-subtitle">{words}</h2>
  if (level === 4) return <h3>{words}</h3>
  return level === 5 ? <h4>{words}</h4> : <h5>{words}</h5>
}

/** Not highlighted while text is still being added to it. */
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
      <table dir="auto" className={heads.length > 2 ? 'prose-columns' : undefined}>
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
                {/* One cell for all missing ones: a thousand columns and short rows would be a million cells. */}
                {row.length < heads.length && <td colSpan={heads.length - row.length} />}
              </tr>
            ))}
          </tbody>
        )}
      </table>
    </section>
  )
}
