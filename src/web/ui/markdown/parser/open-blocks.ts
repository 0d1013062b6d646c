import { readDefinition } from './addresses.ts'
import { type Alignment, normaliseLabel } from './tree.ts'

export type Container =
  | { kind: 'root'; children: Sketch[] }
  | { kind: 'quote'; children: Sketch[] }
  | { kind: 'list'; children: Item[]; mark: string; start: number | undefined; loose: boolean }
  | Item
  | { kind: 'note'; children: Sketch[] }

export interface Item {
  kind: 'item'
  children: Sketch[]
  /** The indentation of the item's content, in columns. */
  offset: number
}

/** Its inline text is parsed at the end, when all definitions are known. */
export type Sketch = Exclude<Container, { kind: 'root' | 'item' }> | Leaf

/** `formula` is the delimiter that closes a display formula; until it comes, the lines are the formula's source. */
export interface Paragraph {
  kind: 'paragraph'
  lines: string[]
  formula?: string | undefined
}

export type Leaf =
  | Paragraph
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'rule' }
  | { kind: 'fenced'; fence: string; indent: number; language: string; lines: string[]; open: boolean }
  | { kind: 'indented'; lines: string[]; open: boolean }
  | { kind: 'table'; alignments: Alignment[]; rows: string[][] }

/** The open containers, outermost first, and the leaf that takes the next text. */
export class OpenBlocks {
  /** By normalised label. */
  readonly definitions = new Map<string, string>()
  readonly #containers: Container[] = [{ kind: 'root', children: [] }]
  #leaf: Leaf | undefined
  /** The previous line was blank, within the innermost container. */
  afterBlank = false

  get depth(): number {
    return this.#containers.length
  }

  get leaf(): Leaf | undefined {
    return this.#leaf
  }

  get innermost(): Container | undefined {
    return this.#containers.at(-1)
  }

  containerAt(depth: number): Container | undefined {
    return this.#containers[depth]
  }

  enter(container: Exclude<Container, { kind: 'root' }>): void {
    const parent = this.innermost
    if (container.kind !== 'item') this.add(container)
    else if (parent?.kind === 'list') parent.children.push(container)
    this.#containers.push(container)
    // The content of a container begins on the line of its marker.
    this.afterBlank = false
  }

  begin(leaf: Leaf): void {
    this.add(leaf)
    this.#leaf = leaf
  }

  add(sketch: Sketch): void {
    // A block that is not an item ends the list before it.
    if (this.innermost?.kind === 'list') this.closeTo(this.depth - 1)
    const parent = this.innermost
    if (!parent || parent.kind === 'list') return
    if (parent.kind === 'item' && parent.children.length > 0 && this.afterBlank) {
      const list = this.#containers.at(-2)
      if (list?.kind === 'list') list.loose = true
    }
    parent.children.push(sketch)
  }

  closeTo(depth: number): void {
    this.closeLeaf()
    this.#containers.length = Math.min(depth, this.depth)
  }

  closeLeaf(): void {
    const leaf = this.#leaf
    this.#leaf = undefined
    if (leaf?.kind !== 'paragraph') return
    this.takeDefinitions(leaf)
    if (leaf.lines.length > 0) return
    const parent = this.innermost
    if (parent && parent.kind !== 'list' && parent.children.at(-1) === leaf) parent.children.pop()
  }

  /** Code that only the end of the text ends stays marked as open. */
  end(): Sketch[] {
    if (this.#leaf?.kind === 'fenced' || this.#leaf?.kind === 'indented') this.#leaf.open = true
    this.closeTo(1)
    const [root] = this.#containers
    return root?.kind === 'root' ? root.children : []
  }

  takeDefinitions(paragraph: Paragraph): void {
    if (!paragraph.lines[0]?.startsWith('[')) return
    const text = paragraph.lines.join('\n')
    let at = 0
    for (let found = readDefinition(text, at); found; found = readDefinition(text, at)) {
      const label = normaliseLabel(found.label)
      if (!this.definitions.has(label)) this.definitions.set(label, found.address)
      at = found.end
    }
    if (at > 0) paragraph.lines = at >= text.length ? [] : text.slice(at).split('\n')
  }
}
