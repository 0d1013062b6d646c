/** A piece of a line. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'break' }
  | { kind: 'emphasis' | 'strong' | 'struck'; children: Inline[] }
  /** `href` is a whole, harmless address; undefined where the text names none. */
  | { kind: 'link'; href: string | undefined; children: Inline[] }
  | { kind: 'picture'; label: string }
  | { kind: 'note'; number: number }
  /** Where words that have arrived, and are not read yet, go on. */
  | { kind: 'tail' }

export type Alignment = 'left' | 'right' | 'center' | undefined

export interface ListItem {
  /** Undefined where the item is no task. */
  done: boolean | undefined
  children: Block[]
}

export type Block =
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'heading'; level: number; children: Inline[] }
  | { kind: 'rule' }
  /** `open`: nothing has ended it yet but the end of the text. */
  | { kind: 'code'; language: string; text: string; open: boolean; tail?: boolean }
  | { kind: 'quote'; children: Block[] }
  /** The number of the first item; undefined where items are not numbered. A loose list parts its items as paragraphs. */
  | { kind: 'list'; start: number | undefined; loose: boolean; items: ListItem[] }
  | { kind: 'table'; alignments: Alignment[]; rows: Inline[][][] }
  | { kind: 'notes'; notes: Block[][] }
  /** What is shown as it was written. */
  | { kind: 'written'; children: Inline[] }

/** What a text defines for all of itself. */
export interface Definitions {
  /** Addresses by normalised label. */
  links: ReadonlyMap<string, string>
  /** Labels of footnotes that are defined. */
  notes: ReadonlySet<string>
}

/** A label as it is compared: case and the kind of white space make no difference. */
export function normaliseLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase()
}
