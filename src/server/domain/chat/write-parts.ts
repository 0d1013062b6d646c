import type {
  GrowthEvent,
  ReplyPart,
  TextPart,
  WholeEvent,
  WholePart,
} from '../../../shared/chat/part-kinds.ts'
import { bringing, isText, knownOf } from '../../../shared/chat/parts.ts'
import { limits } from '../../../shared/common/limits.ts'

type FieldsOf<Kind extends WholePart['kind']> = Omit<
  Extract<WholePart, { kind: Kind }>,
  'kind' | 'id' | 'revision'
>

const kinds: Record<GrowthEvent['type'], TextPart['kind']> = { words: 'text', reasoning: 'reasoning' }

/** Writes the parts of a reply: it gives its events their places, ids and revisions. */
export class PartWriter {
  readonly #parts: ReplyPart[]
  readonly #places: number[]
  #at: number
  #revision: number

  constructor(begun: readonly ReplyPart[] = []) {
    const { at, revision } = knownOf(begun)
    this.#parts = structuredClone([...begun])
    this.#at = at
    this.#revision = revision
    let place = 0
    this.#places = []
    for (const part of begun)
      if (isText(part)) place += part.text.length
      else this.#places[part.id - 1] = place
  }

  get parts(): readonly ReplyPart[] {
    return this.#parts
  }

  /** Adds text; null if there is none, or no room for another part of reasoning. */
  grow(type: GrowthEvent['type'], text: string): GrowthEvent | null {
    if (text === '') return null
    const kind = kinds[type]
    const last = this.#parts.at(-1)
    if (last?.kind === kind) last.text += text
    else {
      // The last part is reserved for text.
      if (type !== 'words' && this.#parts.filter(isText).length >= limits.replyParts - 1) return null
      this.#parts.push({ kind, text })
    }
    const at = this.#at
    this.#at += text.length
    return { type, at, text }
  }

  /** Begins a whole part. Its id is in the event. */
  begin<Kind extends WholePart['kind']>(kind: Kind, fields: FieldsOf<Kind>): WholeEvent {
    this.#places.push(this.#at)
    // The compiler does not follow that a kind and its fields go together.
    const part = {
      kind,
      id: this.#places.length,
      revision: ++this.#revision,
      ...fields,
    } as unknown as WholePart
    this.#parts.push(part)
    return bringing(part, this.#at)
  }

  change<Kind extends WholePart['kind']>(
    _kind: Kind,
    id: number,
    fields: Partial<FieldsOf<Kind>>,
  ): WholeEvent {
    const index = this.#parts.findIndex((part) => !isText(part) && part.id === id)
    const before = this.#parts[index]
    if (!before || isText(before)) throw new Error('a part changed that is not there')
    const part = { ...before, ...fields, revision: ++this.#revision }
    this.#parts[index] = part
    return bringing(part, this.#places[id - 1] ?? 0)
  }
}
