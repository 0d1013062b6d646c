import { BlockReader } from './block-reader.ts'
import type { Reading } from './brackets.ts'
import type { Item, Sketch } from './open-blocks.ts'
import { readInline } from './read-inline.ts'
import type { Block, Inline, ListItem } from './tree.ts'

/** Characters that addresses of definitions may add to a text beyond its own length. */
const ROOM = 20_000

/**
 * CommonMark with GitHub's tables, task lists, strikethrough, footnotes and bare addresses; raw HTML is text. The work
 * is linear and the result nests to a bounded depth, because untrusted text is parsed here while other work waits.
 */
export function readMarkdown(text: string): Block[] {
  const reader = new BlockReader()
  const lines = text.split(/\r\n|\n|\r/)
  if (lines.at(-1) === '') lines.pop()
  for (const line of lines) reader.take(line)
  const { children, definitions } = reader.end()
  const reading: Reading = {
    definitions: { links: definitions, notes: new Set(reader.notes.keys()) },
    room: text.length + ROOM,
    notes: new Map(),
  }
  const blocks = children.flatMap((child) => readSketch(child, reading))
  return reader.notes.size === 0 ? blocks : [...blocks, readNotes(reader.notes, reading)]
}

/** In the order of their references, followed by those without a reference. */
function readNotes(notes: ReadonlyMap<string, Sketch[]>, reading: Reading): Block {
  const read: Block[][] = []
  const done = new Set<string>()
  const readNote = (label: string) => {
    if (done.has(label)) return
    done.add(label)
    read.push((notes.get(label) ?? []).flatMap((child) => readSketch(child, reading)))
  }
  // A footnote may refer to others: iterating a Map includes entries that are added meanwhile.
  for (const label of reading.notes.keys()) readNote(label)
  for (const label of notes.keys())
    if (!reading.notes.has(label)) reading.notes.set(label, reading.notes.size + 1)
  for (const label of reading.notes.keys()) readNote(label)
  return { kind: 'notes', notes: read }
}

function readSketch(sketch: Sketch, reading: Reading): Block[] {
  switch (sketch.kind) {
    case 'paragraph': {
      const text = sketch.lines.join('\n').trimEnd()
      // The source of a display formula that is not closed, or not yet.
      const isSource = sketch.formula !== undefined
      const children: Inline[] = isSource ? [{ kind: 'text', text }] : readInline(text, reading)
      return [{ kind: 'paragraph', children }]
    }
    case 'heading':
      return [{ kind: 'heading', level: sketch.level, children: readInline(sketch.text, reading) }]
    case 'rule':
      return [sketch]
    case 'fenced': {
      const { language, lines, open } = sketch
      return [{ kind: 'code', language, text: lines.join('\n'), open }]
    }
    case 'indented': {
      const { lines, open } = sketch
      let end = lines.length
      while (end > 0 && lines[end - 1]?.trim() === '') end--
      return [{ kind: 'code', language: '', text: lines.slice(0, end).join('\n'), open }]
    }
    case 'table': {
      const { alignments, rows } = sketch
      return [
        { kind: 'table', alignments, rows: rows.map((row) => row.map((cell) => readInline(cell, reading))) },
      ]
    }
    case 'quote':
      return [{ kind: 'quote', children: sketch.children.flatMap((child) => readSketch(child, reading)) }]
    case 'list': {
      const { start, loose } = sketch
      return [{ kind: 'list', start, loose, items: sketch.children.map((item) => readItem(item, reading)) }]
    }
    case 'note':
      return []
  }
}

function readItem({ children }: Item, reading: Reading): ListItem {
  const [first] = children
  let done: boolean | undefined
  if (first?.kind === 'paragraph') {
    const [line = '', ...others] = first.lines
    const mark = /^\[([ \txX])\](?=\s|$)/.exec(line)
    // An item with nothing but a box is not a task.
    if (mark && (others.length > 0 || line.trimEnd().length > mark[0].length)) {
      done = mark[1]?.toLowerCase() === 'x'
      first.lines[0] = line.slice(mark[0].length).trimStart()
    }
  }
  return { done, children: children.flatMap((child) => readSketch(child, reading)) }
}
