export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'break' }
  | { kind: 'emphasis' | 'strong' | 'struck'; children: Inline[] }
  /** `href` is an absolute URL with a safe protocol; undefined if the text has none. */
  | { kind: 'link'; href: string | undefined; children: Inline[] }
  | { kind: 'picture'; label: string }
  | { kind: 'note'; number: number }
  /** `source` is in LaTeX; `written` is the source with its delimiters. */
  | { kind: 'formula'; source: string; written: string; display: boolean }
  /** Where text that has arrived but is not parsed yet is shown. */
  | { kind: 'tail' }

export type Alignment = 'left' | 'right' | 'center' | undefined

export interface ListItem {
  /** Undefined if the item is not a task. */
  done: boolean | undefined
  children: Block[]
}

export type Block =
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'heading'; level: number; children: Inline[] }
  | { kind: 'rule' }
  /** `open`: only the end of the text ends it. */
  | { kind: 'code'; language: string; text: string; open: boolean; tail?: boolean }
  | { kind: 'quote'; children: Block[] }
  /** `start` is undefined if the items are not numbered. The items of a loose list have paragraphs. */
  | { kind: 'list'; start: number | undefined; loose: boolean; items: ListItem[] }
  | { kind: 'table'; alignments: Alignment[]; rows: Inline[][][] }
  | { kind: 'notes'; notes: Block[][] }
  | { kind: 'written'; children: Inline[] }

/** The definitions of a whole text. */
export interface Definitions {
  /** Addresses by normalised label. */
  links: ReadonlyMap<string, string>
  /** The labels of the defined footnotes. */
  notes: ReadonlySet<string>
}

/** Case and the kind of white space make no difference. */
export function normaliseLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase()
}
